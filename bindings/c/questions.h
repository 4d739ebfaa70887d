// What the questions of the C interface have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/handles.h"
#include "engine/plan/solver.h"
#include "engine/position/box.h"
#include "engine/values/table.h"

namespace bouton::c {

/// The components by number and position, for the name of a question.
std::string sum_text(const Sum& sum);

/// A question about the positions of a box.
struct BoxQuestion {
  std::shared_ptr<const Games> games;
  Box box;
};
/// The box with these corners, of `dimensions` coordinates each. Throws RequestError and Misuse.
BoxQuestion box_question(const bouton_game* game, const int64_t* low, const int64_t* high, std::size_t dimensions);
/// Its corners, for the name of a question.
std::string box_text(const Box& box);

/// Throws LimitError, naming `what`, if `count` cells are more than a table may take. For callers who ask how
/// many there are, to make room for them.
void check_cells(Core& core, std::uint64_t count, std::string_view what);

/// How many heaps a sequence to `last` has. Throws RequestError where it is not a sequence that could be asked for.
std::uint64_t heaps_to(const Game& game, Coordinate last);

/// BOUTON_VALUE_GRUNDY and so on. Throws Misuse for another number.
ValueKind value_kind(int32_t kind);

/// The copies of the games that solvers ask.
std::vector<std::shared_ptr<const Game>> solved_games(const Games& games);

/// The answer to `question(games, sum)` about a position; null: not yet. `name` tells it from other questions.
template <class Answer, class Question>
std::shared_ptr<const Answer> ask_games(const bouton_position* position, std::string_view name, Question question) {
  const bouton_position& about = given(position, "position");
  const std::string key = question_key(*about.games, fmt::format("{} {}", name, sum_text(about.sum)));
  return ask<Answer>(about.games, key, [sum = about.sum, question](const Games& games) { return question(games, sum); });
}

/// The answer to `question(solver, sum)` about a position; null: not yet.
template <class Answer, class Question>
std::shared_ptr<const Answer> ask_about(const bouton_position* position, std::string_view name, Question question) {
  return ask_games<Answer>(position, name,
                           [question](const Games& games, const Sum& sum) { return question(*games.solver, sum); });
}

}  // namespace bouton::c
