// Claims of a game, looked at position by position.
//
// A claim asks for outcomes, Grundy values and remotenesses of positions that nobody knows beforehand. They come from tables,
// which the reference fills: a value that no table holds yet is noted and not told; the table is then made again, large enough,
// and the claim is asked once more. So no rule function runs while another one does.
#include <array>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
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
    return any;
  }

 private:
  struct Held {
    Position low, high;  ///< of what was asked for
    bool wanted = false;
    std::optional<Table> table;
  };

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
  if (std::ranges::any_of(game.parameters, &Parameter::given)) {
    check.skipped = "it is claimed for the parameters' defaults";
    return check;
  }
  const Box& box = claim.box ? *claim.box : otherwise;
  TablesOnDemand values(game.rules, box, budget);
  std::optional<Position>& least = check.verdict->counterexample;
  Coordinate least_sum = 0;
  Position position = box.low();
  do {
    budget.check_stop();
    const Coordinate sum = std::accumulate(position.begin(), position.end(), Coordinate{0});
    if ((least && sum >= least_sum) || !game.rules->valid(position)) continue;
    ++check.compared;
    if (holds(claim, position, values)) continue;
    least = position;
    least_sum = sum;
  } while (box.next(position));
  check.difference = difference(claim, least, check.compared);
  return check;
}

}  // namespace bouton
