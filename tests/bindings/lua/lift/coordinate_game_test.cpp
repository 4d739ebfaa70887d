// Whole rule files of games with coordinates: tables, P-positions, single answers and sequences of the rule as it runs
// natively, beside those of the same rule interpreted and searched. An error of the rule is the interpreter's on both sides.
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/errors.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/solver.h"
#include "engine/study/sequence/heap_run.h"
#include "engine/study/sequence/sequence.h"
#include "tests/bindings/lua/lift/random_game.h"
#include "tests/extent.h"

namespace bouton {
namespace {

/// What a question ended with: an answer as text, or the message of an error.
struct Ending {
  bool failed = false;
  std::string text;
  friend bool operator==(const Ending&, const Ending&) = default;
};

template <class Ask>
Ending ending(const Ask& ask) {
  try {
    return {false, ask()};
  } catch (const RuleError& error) {
    return {true, error.what()};
  } catch (const RequestError& error) {
    return {true, std::string("request: ") + error.what()};
  }
}

std::shared_ptr<const Game> load(const std::string& source, bool lift) {
  lua::LoaderOptions options;
  options.lift = lift;
  options.sources = {{"g", source}};
  return lua::load_game("g", {}, options);
}

/// The messages of all errors that the interpreter has for positions of the box and below them.
std::set<std::string> errors_below(const Game& interpreted, const Box& box) {
  std::set<std::string> messages;
  std::set<Position> seen;
  std::deque<Position> open;
  const Rules& rules = *interpreted.rules;
  const auto meet = [&](const Position& position) {
    if (seen.insert(position).second) open.push_back(position);
  };
  const auto note = [&](const auto& body) {
    try {
      body();
    } catch (const RuleError& error) {
      messages.insert(error.what());
    }
  };
  Position first(box.low());
  do {
    note([&] {
      if (rules.valid(first)) meet(first);
    });
  } while (box.next(first));
  constexpr std::size_t kMostPositions = 20'000;
  while (!open.empty() && seen.size() < kMostPositions) {
    const Position position = open.front();
    open.pop_front();
    note([&] {
      Position normal = position;
      rules.normalize(normal);
      meet(normal);
    });
    note([&] {
      Options options;
      rules.options(position, options);
      if (options.empty() && rules.play() == Play::by_position) (void)rules.terminal_outcome(position);
      for (std::size_t part = 0; part < options.part_count(); ++part) meet(Position(options.part(part)));
    });
  }
  return messages;
}

std::string text_of(const Table& table) {
  std::string text;
  for (const std::uint32_t cell : table.cells) text += fmt::format("{} ", static_cast<std::int32_t>(cell));
  for (const auto& [index, nimber] : table.loopy) text += fmt::format("{}:{} ", index, nimber.text());
  return text;
}

std::string text_of(const Answer& answer) {
  std::string text = fmt::format("{} ", static_cast<int>(answer.value.outcome));
  if (answer.value.grundy) text += "G" + answer.value.grundy->text();
  for (const Move& move : answer.winning_moves) {
    text += " " + move.label;
    for (const BigPosition& to : move.to) text += "(" + to_string(to) + ")";
  }
  return text;
}

class Comparison {
 public:
  explicit Comparison(const RandomGame& game)
      : box_(game.box),
        native_(load(game.source, true)),
        interpreted_(load(game.source, false)),
        errors_(errors_below(*interpreted_, box_)) {
    lifted_ = native_->rules->lifting(box_.dimensions()).moves != nullptr;
  }

  void run(std::mt19937_64& random) {
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
      compare(fmt::format("table of {}", name(kind)), [&](const Game& game, Methods methods) {
        return text_of(Solver({game.rules}, Budget(), methods).table(box_, kind));
      });
    compare("positions", [&](const Game& game, Methods methods) {
      std::string text;
      Solver({game.rules}, Budget(), methods).positions(box_, [&](PositionView p) { text += to_string(p) + " "; });
      return text;
    });
    const Position position = box_.position(random() % box_.size());
    bool exists = false;
    if (ending([&] { return std::string((exists = interpreted_->rules->valid(position)) ? "1" : "0"); }).failed || !exists)
      return;
    compare("solve " + to_string(position), [&](const Game& game, Methods methods) {
      return text_of(Solver({game.rules}, Budget(), methods).solve({{0, widen(position)}}));
    });
    if (box_.dimensions() == 1) sequences();
    else
      compare("row", [&](const Game& game, Methods methods) {
        std::map<std::size_t, Coordinate> fixed;
        for (std::size_t i = 1; i < box_.dimensions(); ++i) fixed[i] = box_.high()[i];
        Solver solver({game.rules}, Budget(), methods);
        return text_of(row_sequence(game, solver, fixed, box_.high()[0], ValueKind::outcome));
      });
  }
  bool has_errors() const { return !errors_.empty(); }
  bool lifted() const { return lifted_; }

 private:
  /// The same answer, or an error each: of the native side, any that the interpreter has somewhere below.
  template <class Ask>
  void compare(const std::string& question, const Ask& ask) {
    SCOPED_TRACE(question);
    const Ending native = ending([&] { return ask(*native_, Methods()); });
    const Ending reference = ending(
        [&] { return ask(*interpreted_, Methods{.closed_form = false, .heap = false, .kernels = false, .quotients = false}); });
    if (!reference.failed || reference.text.starts_with("request: ")) {
      EXPECT_EQ(native.text, reference.text);
      EXPECT_EQ(native.failed, reference.failed);
      return;
    }
    EXPECT_TRUE(native.failed) << "the reference says: " << reference.text;
    EXPECT_TRUE(native.text == reference.text || errors_.contains(native.text))
        << native.text << "\nreference: " << reference.text;
  }

  void sequences() {
    compare("sequence", [&](const Game& game, Methods methods) {
      Solver solver({game.rules}, Budget(), methods);
      return text_of(heap_sequence(game, solver, box_.high()[0],
                                   game.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome));
    });
    if (!heap_description(*native_->rules, Budget())) return;
    // A period that is called proved holds far beyond what was asked for.
    const HeapRun run = run_heaps(*native_, {.last = 60, .period = true, .checkpoint = {}}, Budget());
    if (!run.period || !run.period->proved) return;
    const Coordinate far = std::min<Coordinate>(240, interpreted_->rules->domain().axis(0).greatest);
    Solver reference({interpreted_->rules}, Budget(),
                     {.closed_form = false, .heap = false, .kernels = false, .quotients = false});
    const Table values = heap_sequence(*interpreted_, reference, far, ValueKind::grundy);
    const std::int64_t least = values.box.low()[0];
    const auto value = [&](std::int64_t n) { return std::int64_t{values.cells[static_cast<std::size_t>(n - least)]}; };
    const auto period = static_cast<std::int64_t>(run.period->period);
    for (std::int64_t n = std::max(least, static_cast<std::int64_t>(run.period->preperiod)); n + period <= far; ++n)
      ASSERT_EQ(value(n + period), value(n) + run.period->saltus) << "at " << n << ": " << describe(*run.period);
  }

  Box box_;
  std::shared_ptr<const Game> native_, interpreted_;
  std::set<std::string> errors_;
  bool lifted_ = false;
};

/// Games of the seeds from `first_seed` on, or from BOUTON_SEED on.
void expect_the_same_answers(std::uint64_t first_seed, int games) {
  if (const char* const seed = std::getenv("BOUTON_SEED")) {
    first_seed = std::strtoull(seed, nullptr, 10);
  }
  int with_errors = 0, lifted = 0;
  for (int i = 0; i < games; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    std::mt19937_64 random(seed);
    const RandomGame game = random_game(random);
    SCOPED_TRACE(
        fmt::format("seed {}, box {} to {}\n{}", seed, to_string(game.box.low()), to_string(game.box.high()), game.source));
    try {
      Comparison comparison(game);
      comparison.run(random);
      with_errors += static_cast<int>(comparison.has_errors());
      lifted += static_cast<int>(comparison.lifted());
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
    if (testing::Test::HasFailure() && std::getenv("BOUTON_GO_ON") == nullptr) return;
  }
  if (games < 50) return;  // a few by hand
  EXPECT_GT(lifted, games / 2);
  EXPECT_GT(with_errors, games / 8);
  EXPECT_LT(with_errors, games * 3 / 4);
}

TEST(CoordinateGames, AnswerAlikeNativelyAndInterpreted) {
  const char* const games = std::getenv("BOUTON_GAMES");
  const bool is_long = test::is_long();
  expect_the_same_answers(1, games != nullptr ? std::atoi(games) : is_long ? 10'000 : 150);
}

}  // namespace
}  // namespace bouton
