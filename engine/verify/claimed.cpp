// Claims of a game, looked at position by position.
//
// A claim asks for outcomes, Grundy values and remotenesses of positions that nobody knows beforehand. They come from tables,
// which the reference fills: a value that no table holds yet is noted and not told; the table is then made again, large enough,
// and the claim is asked once more. So no rule function runs while another one does.
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/plan/solver.h"
#include "engine/rules/sample_positions.h"
#include "engine/verify/claim_proof.h"
#include "engine/verify/verify.h"

namespace bouton {
namespace {

class TablesOnDemand final : public ClaimValues {
 public:
  TablesOnDemand(std::shared_ptr<const Rules> rules, const Box& first, const Budget& budget)
      : rules_(std::move(rules)),
        first_(first),
        solver_({rules_}, budget, {.closed_form = false, .heap = false, .claims = false}) {}

  std::optional<Cell> value(ValueKind kind, PositionView position) override {
    if (rules_->domain().is_terms()) return value_of_term(kind, position);
    Held& held = held_[{kind, position.size()}];
    std::uint64_t index = 0;
    if (held.table && held.table->box.locate(position, index)) return Cell{&*held.table, index};
    const bool near = first_.dimensions() == position.size();
    if (held.low.empty()) {
      held.low = near ? first_.low() : Position(position);
      held.high = near ? first_.high() : Position(position);
    }
    for (std::size_t i = 0; i < position.size(); ++i) {
      held.low[i] = std::min(held.low[i], position[i]);
      held.high[i] = std::max(held.high[i], position[i]);
    }
    held.wanted = true;
    return std::nullopt;
  }
  const Rules& rules() const override { return *rules_; }

  /// Makes the tables that were too small when they were asked; false if none was.
  bool enlarge() {
    bool any = false;
    for (auto& [key, held] : held_) {
      if (!held.wanted) continue;
      held.wanted = false;
      any = true;
      held.table = solver_.table(Box(held.low, with_room(held)), key.first);
    }
    for (auto& [key, table] : terms_) {
      if (table) continue;
      any = true;
      table = table_of_term(key.first, key.second);
    }
    return any;
  }

 private:
  struct Held {
    Position low, high;  ///< of what was asked for
    bool wanted = false;
    std::optional<Table> table;
  };

  // Positions that are values of any form stand in no box: each has a table of its own.

  std::optional<Cell> value_of_term(ValueKind kind, PositionView position) {
    const std::optional<Table>& table = terms_[{kind, Position(position)}];
    if (!table) return std::nullopt;
    return Cell{&*table, 0};
  }
  Table table_of_term(ValueKind kind, const Position& position) {
    Table table{.box = Box({0}, {0}), .kind = kind, .cells = {Table::kInfinite}, .loopy = {}};
    const Sum sum = {{0, widen(position)}};
    if (kind == ValueKind::outcome) {
      table.cells[0] = static_cast<std::uint32_t>(solver_.outcome(sum));
    } else if (kind == ValueKind::remoteness) {
      if (const std::optional<Remoteness> found = solver_.remoteness(sum)) table.cells[0] = *found;
    } else if (const std::optional<Nimber> found = solver_.grundy(sum); found && found->is_finite()) {
      table.cells[0] = static_cast<std::uint32_t>(found->value().get_ui());
    } else if (found) {
      table.loopy.emplace(0, *found);
    }
    return table;
  }

  /// Beyond what was asked for, so that few tables are made.
  Position with_room(const Held& held) const {
    Position high = held.high;
    for (std::size_t i = 0; i < high.size(); ++i) {
      const Coordinate room = (high[i] - held.low[i]) / 4 + 2;
      high[i] += std::min(room, rules_->domain().axis(i).greatest - high[i]);
    }
    return high;
  }

  std::shared_ptr<const Rules> rules_;
  const Box& first_;
  Solver solver_;
  std::map<std::pair<ValueKind, std::size_t>, Held> held_;
  std::map<std::pair<ValueKind, Position>, std::optional<Table>> terms_;
};

bool holds(const GameClaim& claim, PositionView position, TablesOnDemand& values) {
  while (true) {
    bool result = false;
    try {
      result = claim.holds(position, values);
    } catch (const RuleError&) {
      if (values.enlarge()) continue;  // perhaps for want of a value
      throw;
    }
    if (!values.enlarge()) return result;
  }
}

/// Why the claim is not about the game with these parameters; empty where it is.
std::string other_parameters(const Game& game, const GameClaim& claim) {
  std::string stated;
  for (const auto& [name, value] : claim.settings) stated += fmt::format("{}{} = {}", stated.empty() ? "" : ", ", name, value);
  for (const Parameter& parameter : game.parameters) {
    const auto setting = std::ranges::find(claim.settings, parameter.name, [](const auto& one) { return one.first; });
    const bool fits = setting == claim.settings.end() ? !parameter.given : to_string(parameter.value) == setting->second;
    if (!fits) return stated.empty() ? "it is claimed for the parameters' defaults" : "it is claimed for " + stated;
  }
  return {};
}

/// Positions that are values of any form: the example, and some that random plays from those that the game names come to.
std::vector<Position> terms_to_look_at(const Game& game) {
  constexpr std::size_t kSamples = 300;
  Random random(1);
  std::vector<Position> positions = sample_positions(*game.rules, game.rules->examples(), kSamples, random);
  if (game.example)
    if (const std::optional<Position> example = narrow(*game.example)) positions.push_back(*example);
  return positions;
}

/// What is different from what the claim says of itself.
std::optional<std::string> difference(const GameClaim& claim, const std::optional<Position>& counterexample,
                                      std::uint64_t compared) {
  if (counterexample == claim.failure) return std::nullopt;
  const std::string found = counterexample ? fmt::format("{} is the least counterexample", to_string(*counterexample))
                                           : fmt::format("no counterexample among {} positions", compared);
  if (!claim.failure) return found;
  return fmt::format("{}; {} is said to be the least", found, to_string(*claim.failure));
}

}  // namespace

Check check_claim(const Game& game, const GameClaim& claim, const Box& otherwise, const Budget& budget) {
  Check check{.name = claim.words, .unit = "positions", .skipped = {}, .difference = {}};
  check.verdict = {.source = claim.source, .counterexample = {}};
  check.skipped = other_parameters(game, claim);
  if (!check.skipped.empty()) return check;
  const Box& box = claim.box ? *claim.box : otherwise;
  TablesOnDemand values(game.rules, box, budget);
  std::optional<Position>& least = check.verdict->counterexample;
  Coordinate least_sum = 0;
  const auto look = [&](const Position& position) {
    budget.check_stop();
    // Of positions that are values of any form the shortest text is the least.
    const Coordinate sum = game.rules->domain().is_terms() ? static_cast<Coordinate>(position.size())
                                                           : std::accumulate(position.begin(), position.end(), Coordinate{0});
    if ((least && sum >= least_sum) || !game.rules->valid(position)) return;
    ++check.compared;
    if (holds(claim, position, values)) return;
    least = position;
    least_sum = sum;
  };
  if (game.rules->domain().is_terms()) {
    for (const Position& position : terms_to_look_at(game)) look(position);
  } else {
    Position position = box.low();
    do look(position);
    while (box.next(position));
  }
  check.difference = difference(claim, least, check.compared);
  if (!least && !claim.failure) {
    ClaimProof proof = prove_claim(game, claim, box.dimensions(), budget);
    check.verdict->is_proved = proof.is_proved;
    check.verdict->not_proved = std::move(proof.refusal);
    check.verdict->beyond = std::move(proof.counterexample);
  }
  return check;
}

}  // namespace bouton
