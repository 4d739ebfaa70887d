#include <algorithm>

#include <fmt/format.h>

#include "bindings/c/questions.h"
#include "engine/plan/solver.h"
#include "engine/play/player.h"

namespace bouton::c {
namespace {

std::string text_of_nimber(const Nimber& nimber) {
  if (nimber.is_loony()) return "loony";
  if (nimber.is_finite()) return nimber.value().get_str();
  return fmt::format("infinity({})", to_string(nimber.among()));
}

/// A number of moves that play lasts, which one of the solver's questions tells.
bouton_status count_moves(const bouton_position* position, const char* question,
                          std::optional<Remoteness> (Solver::*ask)(const Sum&), int64_t* moves) {
  given(moves, "moves");
  const auto answer = ask_about<std::optional<Remoteness>>(
      position, question, [ask](Solver& solver, const Sum& sum) { return (solver.*ask)(sum); });
  if (!answer) return BOUTON_NOT_YET;
  if (!answer->has_value()) return BOUTON_UNKNOWN;
  *moves = **answer;
  return BOUTON_OK;
}

/// A list of moves that a question found, for the caller.
bouton_moves* moves_from(const bouton_position* position) {
  return new bouton_moves{position->games, position->sum, {}, {}, true};
}

}  // namespace

BoxQuestion box_question(const bouton_game* game, const int64_t* low, const int64_t* high, std::size_t dimensions) {
  std::shared_ptr<const Games> games = given(game, "game").current();
  given_many(low, dimensions, "low");
  given_many(high, dimensions, "high");
  const Domain& domain = games->editions[0]->shown->rules->domain();
  if (!domain.has_length(dimensions))
    throw RequestError(fmt::format("the box has {} ranges, but {} has the coordinates {}", dimensions,
                                   games->editions[0]->shown->name, domain.names()));
  return {std::move(games), Box(Position(PositionView(low, dimensions)), Position(PositionView(high, dimensions)))};
}

std::string box_text(const Box& box) { return fmt::format("{}:{}", to_string(box.low()), to_string(box.high())); }

std::string sum_text(const Sum& sum) {
  constexpr int kBase = 32;  // of a power of two it takes no longer than the number is long
  std::string text;
  for (const Component& component : sum) {
    text += fmt::format("{}{}:", component.game, component.obliged ? "!" : "");
    for (const Integer& number : component.position) text += number.get_str(kBase) + ",";
    text += ";";
  }
  return text;
}

void check_cells(Core& core, std::uint64_t count, std::string_view what) {
  constexpr std::uint64_t kMost = SIZE_MAX / sizeof(std::uint32_t);
  core.budget().check_memory(static_cast<std::size_t>(std::min(count, kMost)) * sizeof(std::uint32_t), what);
}

ValueKind value_kind(int32_t kind) {
  if (kind < BOUTON_VALUE_GRUNDY || kind > BOUTON_VALUE_LONGEST)
    throw Misuse(fmt::format("there is no kind {} of value", kind));
  return static_cast<ValueKind>(kind);
}

std::vector<std::shared_ptr<const Game>> solved_games(const Games& games) {
  std::vector<std::shared_ptr<const Game>> solved;
  for (const auto& edition : games.editions) solved.push_back(edition->solved);
  return solved;
}

}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace
using bouton::Solver;
using bouton::Sum;

bouton_status bouton_outcome(const bouton_position* position, int32_t* outcome) {
  return guarded([&]() -> bouton_status {
    given(outcome, "outcome");
    const auto answer =
        ask_about<bouton::Outcome>(position, "outcome", [](Solver& solver, const Sum& sum) { return solver.outcome(sum); });
    if (!answer) return BOUTON_NOT_YET;
    *outcome = static_cast<int32_t>(*answer);
    return BOUTON_OK;
  });
}

bouton_status bouton_grundy(const bouton_position* position, int64_t* value) {
  return guarded([&]() -> bouton_status {
    given(value, "value");
    const auto answer = ask_about<std::optional<bouton::Nimber>>(
        position, "grundy", [](Solver& solver, const Sum& sum) { return solver.grundy(sum); });
    if (!answer) return BOUTON_NOT_YET;
    const std::optional<bouton::Nimber>& nimber = *answer;
    if (nimber && nimber->is_loony()) {
      *value = BOUTON_LOONY;
      return BOUTON_OK;
    }
    const auto narrowed = nimber && nimber->is_finite() ? bouton::narrow(nimber->value()) : std::nullopt;
    if (!narrowed) return BOUTON_UNKNOWN;
    *value = *narrowed;
    return BOUTON_OK;
  });
}

bouton_status bouton_grundy_text(const bouton_position* position, char* text, size_t capacity, size_t* length) {
  return guarded([&]() -> bouton_status {
    // A number of a million digits is written for a while: that belongs to the question.
    using Text = std::optional<std::string>;
    const auto answer = ask_about<Text>(position, "grundy text", [](Solver& solver, const Sum& sum) -> Text {
      const std::optional<bouton::Nimber> nimber = solver.grundy(sum);
      return nimber ? Text(text_of_nimber(*nimber)) : std::nullopt;
    });
    if (!answer) return BOUTON_NOT_YET;
    if (!answer->has_value()) return BOUTON_UNKNOWN;
    return give_text(**answer, text, capacity, length);
  });
}

bouton_status bouton_remoteness(const bouton_position* position, int64_t* moves) {
  return guarded([&] { return count_moves(position, "remoteness", &Solver::remoteness, moves); });
}

bouton_status bouton_suspense(const bouton_position* position, int64_t* moves) {
  return guarded([&] { return count_moves(position, "suspense", &Solver::suspense, moves); });
}

bouton_status bouton_longest(const bouton_position* position, int64_t* moves) {
  return guarded([&] { return count_moves(position, "longest", &Solver::longest, moves); });
}

bouton_status bouton_winning_moves(const bouton_position* position, size_t most, bouton_moves** moves) {
  return guarded([&]() -> bouton_status {
    given(moves, "moves");
    const auto answer = ask_about<bouton::Answer>(position, fmt::format("winning {}", most),
                                                  [most](Solver& solver, const Sum& sum) { return solver.solve(sum, most); });
    if (!answer) return BOUTON_NOT_YET;
    std::unique_ptr<bouton_moves> found(moves_from(position));
    found->moves = answer->winning_moves;
    found->complete = answer->winning_moves_complete;
    *moves = found.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_valued_moves(const bouton_position* position, bouton_moves** moves) {
  return guarded([&]() -> bouton_status {
    given(moves, "moves");
    const auto answer = ask_about<std::vector<bouton::MoveValue>>(
        position, "moves", [](Solver& solver, const Sum& sum) { return solver.moves(sum); });
    if (!answer) return BOUTON_NOT_YET;
    std::unique_ptr<bouton_moves> found(moves_from(position));
    for (const bouton::MoveValue& move : *answer) {
      found->moves.push_back(move.move);
      found->values.push_back(move.value);
    }
    *moves = found.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_player_move(const bouton_position* position, const char* player, uint64_t seed, bouton_moves** move) {
  return guarded([&]() -> bouton_status {
    given(position, "position");
    given(move, "move");
    const std::string name = &given(player, "player");
    using Chosen = std::optional<bouton::Move>;
    const std::string key = question_key(*position->games, fmt::format("{} plays {} {}", name, seed, sum_text(position->sum)));
    const auto answer = ask<Chosen>(position->games, key, [sum = position->sum, name, seed](const Games& games) {
      return chosen_move(solved_games(games), games.solver, sum, name, seed);
    });
    if (!answer) return BOUTON_NOT_YET;
    if (!answer->has_value()) return BOUTON_UNKNOWN;
    std::unique_ptr<bouton_moves> found(moves_from(position));
    found->moves.push_back(**answer);
    *move = found.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_best_move(const bouton_position* position, int32_t level, uint64_t seed, bouton_moves** move) {
  return guarded([&]() -> bouton_status {
    if (level < 0 || level > bouton::kGreatestLevel)
      throw bouton::RequestError(fmt::format("there is no level {}; they go from 0 to {}", level, bouton::kGreatestLevel));
    const std::string player = level == bouton::kGreatestLevel ? "perfect"
                               : level == 0                    ? "random"
                                                               : fmt::format("level:{}", level);
    return bouton_player_move(position, player.c_str(), seed, move);
  });
}

bouton_status bouton_player_forbids(const bouton_position* position, const char* player, uint64_t seed,
                                    bouton_moves** forbidden) {
  return guarded([&]() -> bouton_status {
    given(position, "position");
    given(forbidden, "forbidden");
    const std::string name = &given(player, "player");
    using Chosen = std::vector<bouton::Move>;
    const std::string key =
        question_key(*position->games, fmt::format("{} forbids {} {}", name, seed, sum_text(position->sum)));
    const auto answer = ask<Chosen>(position->games, key, [sum = position->sum, name, seed](const Games& games) {
      return chosen_to_forbid(solved_games(games), games.solver, sum, name, seed);
    });
    if (!answer) return BOUTON_NOT_YET;
    std::unique_ptr<bouton_moves> found(moves_from(position));
    found->moves = *answer;
    *forbidden = found.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_player_move_but(const bouton_moves* forbidden, const char* player, uint64_t seed, bouton_moves** move) {
  return guarded([&]() -> bouton_status {
    const bouton_moves& left_out = given(forbidden, "forbidden");
    given(move, "move");
    const std::string name = &given(player, "player");
    using Chosen = std::optional<bouton::Move>;
    std::string key = fmt::format("{} plays {} {} but", name, seed, sum_text(left_out.from));
    for (const bouton::Move& one : left_out.moves)
      for (const bouton::BigPosition& to : one.to) key += fmt::format(" {}", bouton::to_string(to));
    const auto answer = ask<Chosen>(left_out.games, question_key(*left_out.games, key),
                                    [sum = left_out.from, moves = left_out.moves, name, seed](const Games& games) {
                                      return chosen_move(solved_games(games), games.solver, sum, name, seed, moves);
                                    });
    if (!answer) return BOUTON_NOT_YET;
    if (!answer->has_value()) return BOUTON_UNKNOWN;
    auto found = std::make_unique<bouton_moves>(bouton_moves{left_out.games, left_out.from, {}, {}, true});
    found->moves.push_back(**answer);
    *move = found.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_table(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions, int32_t kind,
                           uint32_t* cells, size_t capacity, size_t* count) {
  return guarded([&]() -> bouton_status {
    const BoxQuestion question = box_question(game, low, high, dimensions);
    const bouton::ValueKind value = value_kind(kind);
    if (cells == nullptr) check_cells(*question.games->core, question.box.size(), "the table");
    if (count != nullptr) *count = question.box.size();
    if (question.box.size() > capacity)
      return fail(BOUTON_ERROR_SPACE,
                  fmt::format("the box has {} cells, but there is room for {}", question.box.size(), capacity));
    given(cells, "cells");
    const std::string key = question_key(*question.games, fmt::format("table {} {}", kind, box_text(question.box)));
    const auto table = ask<bouton::Table>(
        question.games, key, [box = question.box, value](const Games& games) { return games.solver->table(box, value); });
    if (!table) return BOUTON_NOT_YET;
    std::ranges::copy(table->cells, cells);
    return BOUTON_OK;
  });
}

bouton_status bouton_p_positions(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                 int64_t* coordinates, size_t capacity, size_t* count) {
  return guarded([&]() -> bouton_status {
    const BoxQuestion question = box_question(game, low, high, dimensions);
    if (capacity > 0) given(coordinates, "coordinates");
    using Found = std::vector<int64_t>;
    const std::string key = question_key(*question.games, fmt::format("positions {}", box_text(question.box)));
    const auto found = ask<Found>(question.games, key, [box = question.box](const Games& games) {
      Found positions;
      games.solver->positions(box, [&](bouton::PositionView p) { positions.insert(positions.end(), p.begin(), p.end()); });
      return positions;
    });
    if (!found) return BOUTON_NOT_YET;
    const size_t width = std::max<size_t>(1, dimensions);
    const size_t total = found->size() / width;
    if (count != nullptr) *count = total;
    std::copy_n(found->begin(), std::min(total, capacity) * width, coordinates);
    if (total <= capacity) return BOUTON_OK;
    return fail(BOUTON_ERROR_SPACE, fmt::format("there are {} positions, but there is room for {}", total, capacity));
  });
}
