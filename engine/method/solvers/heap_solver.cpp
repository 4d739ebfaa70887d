#include "engine/method/solvers/heap_solver.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/code/recognise.h"
#include "engine/heap/period/period.h"
#include "engine/heap/sequence_period.h"
#include "engine/method/solvers/heap_cost.h"

namespace bouton {
namespace {

/// Up to here a heap is counted up to without asking for a period.
constexpr std::uint64_t kSmallHeap = 4096;
/// Greater heaps are answered by a period only: where the values of all smaller ones are found fast, and where each takes as
/// many steps as there are smaller heaps.
constexpr std::uint64_t kGreatestCounted = std::uint64_t{1} << 32;
constexpr std::uint64_t kGreatestCountedSlowly = std::uint64_t{1} << 21;
/// The heaps that are counted to find that period: fewer where each takes long, since many are rare in the sparse way or each
/// takes as many steps as there are smaller ones. That takes some seconds.
constexpr std::uint64_t kPeriodHeaps = std::uint64_t{1} << 21;
constexpr std::uint64_t kPeriodHeapsOfManyRare = std::uint64_t{1} << 17;
constexpr std::uint64_t kPeriodHeapsSlowly = std::uint64_t{1} << 15;
constexpr std::uint64_t kManyRare = 2048;
/// Sizes of the smaller heap, and numbers of tokens, that are tried for a move from a heap of any size.
constexpr std::uint64_t kSmallParts = std::uint64_t{1} << 16;
constexpr std::uint64_t kMostRemoved = 64;

bool is_fast(const TakeAndBreak& game) { return game.most_heaps().value_or(2) < 2 || bounded_moves(game).has_value(); }

std::uint64_t greatest_counted(const TakeAndBreak& game) { return is_fast(game) ? kGreatestCounted : kGreatestCountedSlowly; }

/// Whether one may hope to find a period by counting on, up to `heap`.
bool may_count(const HeapSequence& sequence, std::uint64_t heap) {
  if (!is_fast(sequence.game())) return heap <= kPeriodHeapsSlowly;
  const bool splits = sequence.game().most_heaps().value_or(2) >= 2;
  return !splits || heap <= kPeriodHeapsOfManyRare || sequence.rare_heaps().value_or(kManyRare) < kManyRare;
}

/// Cells of a table whose values repeat.
class Repetition {
 public:
  /// Cell 0 is of heap `first`. `values` are known up to at least the end of the first period.
  Repetition(const Period& period, const GrundyValues& values, std::uint64_t first, const Budget& budget)
      : period_(period), values_(values), first_(first), budget_(budget) {}

  /// Fills the cells from `known` on, after which all before it hold their values.
  void fill(std::span<std::uint32_t> cells, std::size_t known) const {
    const std::size_t before = period_.preperiod - std::min(period_.preperiod, first_);  // cells that do not repeat
    const std::uint64_t begun = std::min<std::uint64_t>(cells.size(), before + period_.period);
    for (; known < begun; ++known) {
      budget_.check_stop_at(known);
      const Integer value = value_at(period_, values_, widen_unsigned(first_ + known));
      if (value >= Table::kInfinite) refuse(known);
      cells[known] = static_cast<std::uint32_t>(value.get_ui());
    }
    // Each cell from one that lies some periods before it: the more, the longer the pieces that are copied at once.
    constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 16;
    std::uint64_t distance = period_.period;
    auto more = static_cast<std::uint64_t>(period_.saltus);
    while (known < cells.size()) {
      budget_.check_stop();
      if (distance < kMostAtOnce && known >= before + 2 * distance) {
        distance *= 2;
        more *= 2;
      }
      const std::size_t count = std::min<std::uint64_t>({distance, kMostAtOnce, cells.size() - known});
      add(cells.subspan(known - distance, count), more, cells.subspan(known, count), known);
      known += count;
    }
  }

 private:
  void add(std::span<const std::uint32_t> from, std::uint64_t more, std::span<std::uint32_t> to, std::size_t index) const {
    std::uint64_t greatest = 0;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::uint64_t value = from[i] + more;
      greatest = std::max(greatest, value);
      to[i] = static_cast<std::uint32_t>(value);
    }
    if (greatest < Table::kInfinite) return;
    for (std::size_t i = 0; i < to.size(); ++i)
      if (from[i] + more >= Table::kInfinite) refuse(index + i);
  }
  [[noreturn]] void refuse(std::size_t index) const {
    throw LimitError(fmt::format("the value of heap {} does not fit into a table", first_ + index));
  }

  const Period& period_;
  const GrundyValues& values_;
  std::uint64_t first_;
  const Budget& budget_;
};

}  // namespace

Result<TakeAndBreak> heap_description(const Rules& rules, const Budget& budget) {
  const Domain& domain = rules.domain();
  if (domain.is_piles() || domain.dimensions() != 1) return Refusal{"the game has more than one coordinate"};
  if (domain.axis(0).least < 0) return Refusal{"there are heaps of negative size"};
  if (rules.play() != Play::normal) return Refusal{"play is not normal"};
  if (rules.obliges()) return Refusal{"moves oblige, and values may be loony"};
  if (!rules.heap_code().empty()) return TakeAndBreak::parse(rules.heap_code());
  const Lifting lifting = rules.lifting(1);
  if (lifting.moves == nullptr) return Refusal{"the moves are not known as a program"};
  if (lifting.valid != nullptr || !lifting.valid_refusal.empty()) return Refusal{"not all heaps are valid"};
  return recognise(*lifting.moves, domain.axis(0), budget);
}

struct HeapSolver::State {
  explicit State(Result<TakeAndBreak> found)
      : description(std::move(found)), sequence(description ? *description : TakeAndBreak()) {}

  Result<TakeAndBreak> description;
  HeapSequence sequence;
  std::optional<Period> period;  ///< proved
  bool is_probed = false;        ///< whether a period has been looked for among small heaps
};

HeapSolver::HeapSolver(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget)
    : games_(std::move(games)), budget_(budget), states_(games_.size()) {}

HeapSolver::~HeapSolver() = default;

HeapSolver::State& HeapSolver::state(std::size_t game) {
  if (!states_[game]) states_[game] = std::make_unique<State>(heap_description(*games_[game], budget_));
  return *states_[game];
}

bool HeapSolver::applies(std::size_t game) { return static_cast<bool>(state(game).description); }

const std::string& HeapSolver::refusal(std::size_t game) { return state(game).description.reason(); }

const TakeAndBreak& HeapSolver::description(std::size_t game) { return *state(game).description; }

const std::optional<Period>& HeapSolver::period(std::size_t game) { return state(game).period; }

std::string HeapSolver::theorem(std::size_t game) {
  const State& of_game = state(game);
  const std::string values = fmt::format("the Grundy values of the take-and-break game {}", of_game.description->code());
  return of_game.period ? fmt::format("{}, which have {}", values, describe(*of_game.period)) : values + ", heap by heap";
}

/// Among the heaps up to `last`; `extend` counts on.
void HeapSolver::look_for_period(State& state, std::uint64_t last, const std::function<void(std::uint64_t)>& extend) {
  std::optional<Period> period = find_period(state.sequence, last, extend);
  if (period && period->proved) state.period = std::move(period);
}

/// Many games have a period that is proved after some hundred heaps, and then no heap takes long. Nobody is told of it, as it
/// is not part of what was asked.
void HeapSolver::probe(State& state) {
  constexpr double kMost = 0.02;  // seconds of costs.h
  if (state.is_probed || state.period || !state.description) return;
  state.is_probed = true;
  Budget quiet = budget_;
  quiet.progress = nullptr;
  double seconds = 0;
  look_for_period(state, kSmallHeap, [&](std::uint64_t to) {
    seconds += seconds_to_count(state.sequence, static_cast<double>(to));
    if (seconds <= kMost) state.sequence.extend(to, quiet);
  });
}

Cost HeapSolver::cost(std::size_t game, const Integer& heap) {
  State& of_game = state(game);
  if (heap >= widen_unsigned(kSmallHeap)) probe(of_game);
  const double asked = heap.get_d();
  if (of_game.period) return {.seconds = costs::kHeapQuestion, .bytes = 0};
  const bool counted = asked <= static_cast<double>(greatest_counted(*of_game.description));
  const double last = counted ? asked : static_cast<double>(kPeriodHeaps);
  return {.seconds = costs::kHeapQuestion + seconds_to_count(of_game.sequence, last), .bytes = static_cast<std::size_t>(last)};
}

/// Counts up to `heap`, or until a period is proved; if `heap` is greater than `most`, only as far as a period may be hoped
/// for.
void HeapSolver::reach(State& state, std::uint64_t heap, std::uint64_t most) {
  if (state.period || state.sequence.size() > heap) return;
  if (heap < kSmallHeap) {
    state.sequence.extend(heap, budget_);
    return;
  }
  const bool by_period_only = heap > most;
  state.sequence.expect(by_period_only ? kPeriodHeaps : heap);
  if (by_period_only && !period_theorem(*state.description)) return;
  const std::uint64_t last = by_period_only ? kPeriodHeaps : heap;
  look_for_period(state, last, [&](std::uint64_t to) {
    if (!by_period_only || may_count(state.sequence, to)) state.sequence.extend(to, budget_);
  });
}

Integer HeapSolver::grundy(std::size_t game, const Integer& heap) {
  State& of_game = state(game);
  const std::optional<std::uint64_t> narrowed = narrow_unsigned(heap);
  reach(of_game, narrowed.value_or(~std::uint64_t{0}), greatest_counted(*of_game.description));
  const GrundyValues& values = of_game.sequence.values();
  if (narrowed && *narrowed < values.size()) return values[*narrowed];
  if (of_game.period) return value_at(*of_game.period, values, heap);
  throw no_value(of_game, greatest_counted(*of_game.description));
}

std::optional<Grundy> HeapSolver::grundy_at_hand(std::size_t game, std::uint64_t heap) const {
  if (!states_[game]) return std::nullopt;
  const GrundyValues& values = states_[game]->sequence.values();
  if (heap < values.size()) return values[heap];
  const std::optional<Period>& period = states_[game]->period;
  if (!period || period->saltus != 0) return std::nullopt;
  return values[period->preperiod + (heap - period->preperiod) % period->period];
}

LimitError HeapSolver::no_value(const State& state, std::uint64_t most) {
  const std::string looked =
      period_theorem(*state.description)
          ? fmt::format("up to heap {} the values do not repeat in a way that is proved to go on", state.sequence.size() - 1)
          : "for these moves no theorem is known that proves when the values repeat";
  return LimitError(
      fmt::format("the heap is too large to count up to: values are counted up to heap {} at most, and {}", most, looked));
}

void HeapSolver::fill(std::size_t game, Table& table) {
  State& of_game = state(game);
  const auto first = static_cast<std::uint64_t>(table.box.low()[0]), last = static_cast<std::uint64_t>(table.box.high()[0]);
  reach(of_game, last, kGreatestCounted);
  const GrundyValues& values = of_game.sequence.values();
  const std::size_t known =
      std::min<std::size_t>(table.cells.size(), values.size() - std::min<std::size_t>(values.size(), first));
  if (known > 0) values.visit([&](auto all) { std::ranges::copy(all.subspan(first, known), table.cells.begin()); });
  if (known == table.cells.size()) return;
  if (!of_game.period) throw no_value(of_game, kGreatestCounted);
  Repetition(*of_game.period, values, first, budget_).fill(table.cells, known);
}

MovesToValue HeapSolver::moves_to_value(std::size_t game, const Integer& heap, const Integer& value, std::size_t at_most) {
  State& of_game = state(game);
  const TakeAndBreak& code = *of_game.description;
  MovesToValue moves;
  moves.complete = false;
  const std::uint64_t most_removed = std::min(code.most_removed().value_or(kMostRemoved), kMostRemoved);
  const auto known = static_cast<std::uint64_t>(of_game.sequence.size());
  const auto add = [&](std::vector<BigPosition> to) {
    if (moves.moves.size() < at_most) moves.moves.push_back({"", std::move(to)});
    return moves.moves.size() < at_most;
  };
  for (std::uint64_t removed = 0; removed <= most_removed; ++removed) {
    const HeapCounts counts = code.digit(removed);
    const Integer rest = heap - widen_unsigned(removed);
    if (counts.contains(1) && grundy(game, rest) == value && !add({{rest}})) return moves;
    if (!counts.contains(2) || code.constraint() == HeapConstraint::all_equal) continue;
    for (std::uint64_t part = 1; part < std::min(known, kSmallParts); ++part) {
      budget_.check_stop();
      const Integer other = rest - widen_unsigned(part);
      const Integer sum = of_game.sequence.values()[part] ^ grundy(game, other);
      if (sum == value && !add({{widen_unsigned(part)}, {other}})) return moves;
    }
  }
  if (code.repeat() == 0) return moves;
  for (std::uint64_t left = 0; left < known; ++left) {  // nearly everything may be removed
    const std::optional<std::uint64_t> removed = narrow_unsigned(heap - widen_unsigned(left));
    if (!removed && code.repeat() != 1) continue;
    const HeapCounts counts = code.digit(removed.value_or(code.digits().size()));
    if (counts.contains(left == 0 ? 0 : 1) && of_game.sequence.values()[left] == value && !add({{widen_unsigned(left)}}))
      return moves;
  }
  return moves;
}

}  // namespace bouton
