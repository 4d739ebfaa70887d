// Operations on the binary digits of numbers, as sets of triples.
#pragma once

#include <cstdint>

#include "engine/automata/automaton.h"

namespace bouton {

/// The triples (a, b, c) in base 2 where each digit of c is bit 2 x + y of `truth`, for the digits x of a and y of b. Bit 0 of
/// `truth` is 0, so that leading zeros make no difference: 8 is and, 14 or, 6 xor, 4 "a and not b".
Automaton bit_relation(std::uint8_t truth);

}  // namespace bouton
