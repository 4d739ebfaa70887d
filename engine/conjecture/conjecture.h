// Statements about all positions of a game that are not proved: found from a part of a table, and checked on the rest of it.
//
// A kind of conjecture is a file of this folder and a line of the table in conjecture.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/conjecture/evidence.h"

namespace bouton {

struct Conjecture {
  std::string kind;         ///< "periodic rows": the name of the kind
  std::string statement;    ///< a sentence without its full stop
  Coordinate found_to = 0;  ///< what it was found from has no number beyond this
  ConjectureCheck check;
  bool about_p_alone = false;  ///< whether it says nothing but which positions are P-positions, or how many
};

/// What the evidence suggests: what says most first, and what fails behind what does not. O(evidence) times some hundred.
std::vector<Conjecture> conjectures(const TableEvidence& evidence);

}  // namespace bouton
