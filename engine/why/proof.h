// A proof one level deep: from a P-position, every move and its answer.
#pragma once

#include "engine/play/sum_moves.h"
#include "engine/why/reason.h"

namespace bouton {

/// The moves from a sum, however many; nothing where they can neither be listed nor are ranges.
std::optional<SumMoves> moves_from(const Games& games, const Sum& sum, const Budget& budget);

/// Of a sum that is P: what each move leads to, and a move from there to a P-position again; the first of them where there are
/// many, of ranges those at their ends. Nothing where the moves are too many to be looked at.
std::vector<Reason::Paragraph> answers_to_every_move(const Games& games, const Sum& sum, std::size_t shown, Solver& solver,
                                                     const Budget& budget);

/// Who wins where no move is left, by the convention of the rules or by what they say of the last position: "whoever cannot
/// move loses", "by the rule of the last position the player to move loses". `outcome` is that of the position.
std::string_view end_of_play(const Rules& rules, Outcome outcome);

/// Whether a sum has a move; true where it has more than can be listed.
bool has_moves(const Games& games, const Sum& sum, const Budget& budget);

/// The moves of best play from here, as far as a line holds them, where there are few to choose from and their end is known.
std::optional<std::string> line_of_play(const Games& games, const Sum& sum, const Answer& answer, Solver& solver,
                                        const Budget& budget);

}  // namespace bouton
