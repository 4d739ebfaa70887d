// A misère quotient as people write it: generators a, b, c, ..., relations, P-portion.
#pragma once

#include <string>
#include <vector>

#include "engine/misere/quotient/quotient.h"

namespace bouton {

/// A product of generators: their numbers, ascending. Empty: 1.
using GeneratorWord = std::vector<std::uint32_t>;

/// Words are ordered by length, then lexicographically, so that a word of earlier generators comes first.
struct Presentation {
  /// An equation between words that are the same element; `right` comes before `left`.
  struct Relation {
    GeneratorWord left;
    GeneratorWord right;
    friend bool operator==(const Relation&, const Relation&) = default;
  };
  /// The heap that each generator is the value of: the heaps, ascending, whose value is not a product of earlier ones.
  std::vector<Heap> generators;
  /// Every word becomes its normal form when left sides are replaced by right sides; no left side has another in it.
  std::vector<Relation> relations;
  /// The first word of each element.
  std::vector<GeneratorWord> words;
  /// The words of the P-portion, in order.
  std::vector<GeneratorWord> p_portion;
};

/// Cost: elements times generators words.
Presentation presentation(const MisereQuotient& quotient);

/// "a", "b", ..., "z", "a'", ...
std::string generator_name(std::uint32_t generator);
/// "1", "a", "ab^2".
std::string to_string(const GeneratorWord& word);
/// "⟨a, b | a^2 = 1, b^3 = b⟩, P = {a, b^2}"
std::string to_string(const Presentation& presentation);

}  // namespace bouton
