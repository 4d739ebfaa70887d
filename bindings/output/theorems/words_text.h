// The proofs that words never occur in a row, as a text that people read and can follow.
#pragma once

#include <string>

#include "engine/rules/game.h"
#include "engine/study/discovery/words_of_rows.h"

namespace bouton {

/// The words, the moves of the rows that the proofs look at, and of each word the supposition that it stands somewhere, what
/// follows, each step with its reason, and how that ends. Lines are not broken. Throws RuleError, LimitError, Interrupted.
std::string words_proof_text(const Game& game, const WordsOfRow& row, const Budget& budget);

}  // namespace bouton
