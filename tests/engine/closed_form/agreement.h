// Games small enough to be solved option by option, and the comparison of a closed form with them.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/closed_form/registry/registry.h"

namespace bouton::test {

using Cell = std::vector<long>;

struct Option {
  std::string label;
  Cell to;
};

inline BigPosition big(const Cell& cell) { return BigPosition(cell.begin(), cell.end()); }

/// A game by its rule: options in order, and whether the player to move loses where there are none.
class BruteForce {
 public:
  using Rule = std::function<std::vector<Option>(const Cell&)>;
  using Terminal = std::function<bool(const Cell&)>;

  explicit BruteForce(
      Rule rule, Terminal terminal_is_P = [](const Cell&) { return true; })
      : rule_(std::move(rule)), terminal_is_P_(std::move(terminal_is_P)) {}

  bool is_P(const Cell& cell) {
    const auto known = is_P_.find(cell);
    if (known != is_P_.end()) return known->second;
    const std::vector<Option> options = rule_(cell);
    const bool result =
        options.empty() ? terminal_is_P_(cell) : std::ranges::none_of(options, [&](const Option& o) { return is_P(o.to); });
    is_P_[cell] = result;
    return result;
  }

  long grundy(const Cell& cell) {
    const auto known = grundy_.find(cell);
    if (known != grundy_.end()) return known->second;
    std::set<long> seen;
    for (const Option& option : rule_(cell)) seen.insert(grundy(option.to));
    long mex = 0;
    while (seen.contains(mex)) ++mex;
    grundy_[cell] = mex;
    return mex;
  }

  std::vector<WinningMove> winning_moves(const Cell& cell) {
    std::vector<WinningMove> result;
    for (const Option& option : rule_(cell))
      if (is_P(option.to)) result.push_back({option.label, big(option.to)});
    return result;
  }

 private:
  Rule rule_;
  Terminal terminal_is_P_;
  std::map<Cell, bool> is_P_;
  std::map<Cell, long> grundy_;
};

inline std::unique_ptr<ClosedForm> form(std::string_view name, const ClosedFormArguments& arguments = {}) {
  Result<std::unique_ptr<ClosedForm>> made = make_closed_form(name, arguments);
  if (!made) throw std::runtime_error("refused: " + made.reason());
  return *std::move(made);
}

inline std::string describe(const std::vector<WinningMove>& moves) {
  std::string text;
  for (const WinningMove& move : moves) text += move.label + " (" + to_string(move.to) + ") ";
  return text;
}

constexpr std::size_t kAll = 1000000;

/// What is said of a position ends in a winning move, of which `expected` are all, or in none.
inline void expect_evidence(ClosedForm& form, const BigPosition& position, const std::vector<WinningMove>& expected) {
  const Evidence evidence = form.evidence(position, form.domain());
  ASSERT_EQ(evidence.move.has_value(), !expected.empty());
  if (evidence.move) EXPECT_EQ(std::ranges::count(expected, *evidence.move), 1) << describe({*evidence.move});
  ASSERT_FALSE(evidence.sentences.empty());
  for (const std::string& sentence : evidence.sentences) EXPECT_TRUE(sentence.ends_with('.')) << sentence;
}

/// Outcome and winning moves, in their order, also when only some are asked for; and what is said of them.
inline void expect_agreement(ClosedForm& form, BruteForce& game, const Cell& cell) {
  SCOPED_TRACE(to_string(big(cell)));
  const Result<Outcome> outcome = form.outcome(big(cell));
  ASSERT_TRUE(outcome) << outcome.reason();
  EXPECT_EQ(*outcome == Outcome::P, game.is_P(cell));
  const std::vector<WinningMove> expected = game.winning_moves(cell);
  const Result<WinningMoves> moves = form.winning_moves(big(cell), kAll);
  ASSERT_TRUE(moves) << moves.reason();
  EXPECT_TRUE(moves->complete);
  EXPECT_EQ(moves->moves, expected) << describe(moves->moves) << "instead of " << describe(expected);
  const WinningMoves one = *form.winning_moves(big(cell), 1);
  EXPECT_EQ(one.complete, expected.size() <= 1);
  EXPECT_EQ(one.moves.size(), std::min<std::size_t>(1, expected.size()));
  expect_evidence(form, big(cell), expected);
}

inline bool is_P(ClosedForm& form, const BigPosition& position) {
  const Result<Outcome> outcome = form.outcome(position);
  if (!outcome) throw std::runtime_error("refused: " + outcome.reason());
  return *outcome == Outcome::P;
}

/// All winning moves, where the form knows them all.
inline std::vector<WinningMove> winning_moves(ClosedForm& form, const BigPosition& position) {
  Result<WinningMoves> moves = form.winning_moves(position, kAll);
  if (!moves) throw std::runtime_error("refused: " + moves.reason());
  if (!moves->complete) throw std::runtime_error("more winning moves than asked for, or not all known");
  return std::move(moves->moves);
}

/// A number of exactly `digits` digits.
inline Integer number_of_digits(unsigned long digits, unsigned long seed) {
  static gmp_randclass random(gmp_randinit_default);
  random.seed(seed);
  Integer least;
  mpz_ui_pow_ui(least.get_mpz_t(), 10, digits - 1);
  return least + random.get_z_range(9 * least);
}

}  // namespace bouton::test
