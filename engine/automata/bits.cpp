#include "engine/automata/bits.h"

namespace bouton {

Automaton bit_relation(std::uint8_t truth) {
  Automaton relation(Numeration::base(2), 3);
  relation.set_accepting(0, true);
  for (Letter letter = 0; letter < relation.letters(); ++letter) {
    const int digits = 2 * relation.digit(letter, 0) + relation.digit(letter, 1);
    if (relation.digit(letter, 2) == (truth >> digits & 1)) relation.set_next(0, letter, 0);
  }
  return relation;
}

}  // namespace bouton
