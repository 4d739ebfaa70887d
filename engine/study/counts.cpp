#include "engine/study/counts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "engine/automata/counting.h"
#include "engine/base/errors.h"
#include "engine/plan/theorems.h"
#include "engine/position/powers_and_roots.h"
#include "engine/theorem/cache/theorem_cache.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "engine/values/walsh_hadamard.h"
#include "engine/verify/guess.h"

namespace bouton {
namespace {

/// What is listed within so many seconds is listed.
constexpr double kMomentOfList = 0.3;
/// Of a search for a theorem, of a statement, and of counting by automata.
constexpr TheoremLimits kLimitsOfCount{.most_states = 250, .most_steps = 1'500'000'000, .most_learnt = 8'000};
constexpr std::size_t kMostStatesOfCount = 400'000;
constexpr std::uint64_t kMostStepsOfCount = 4'000'000'000;

/// At most so large for numbers from 0 to these.
Integer greatest_of(const Term& term, const BigPosition& high) {
  const auto part = [&](std::size_t i) { return greatest_of(term.parts[i], high); };
  switch (term.kind) {
    case Term::Kind::number: return abs(widen(term.number));
    case Term::Kind::variable: return high[static_cast<std::size_t>(term.number)];
    case Term::Kind::sum: {
      Integer sum = 0;
      for (std::size_t i = 0; i < term.parts.size(); ++i) sum += part(i);
      return sum;
    }
    case Term::Kind::multiple: return abs(widen(term.number)) * part(0);
    case Term::Kind::quotient: return part(0) + 1;
    case Term::Kind::remainder: return widen(term.number);
    case Term::Kind::bits:
    case Term::Kind::floor_phi: return 2 * (part(0) + (term.parts.size() > 1 ? part(1) : Integer(0))) + 1;
    case Term::Kind::floor_sqrt: return widen(term.number) * part(0);
    case Term::Kind::least:
    case Term::Kind::greatest: return part(0) + part(1);
  }
  return 0;
}

class PositionCount {
 public:
  PositionCount(const Game& game, Solver& solver, const CountRequest& request, const Budget& budget)
      : game_(game), solver_(solver), request_(request), budget_(budget) {}

  Counted counted(const std::optional<MethodChoice>& only) {
    const std::optional<Box> box = small_box();
    const bool by_theorem = only && only->method == Method::theorem;
    if (only && !by_theorem) {
      if (!box) throw RequestError("the box has more positions than are listed");
      return listed(*box);
    }
    std::string why;
    if (box && !by_theorem && seconds_of_list(*box) <= kMomentOfList) return listed(*box);
    if (std::optional<Counted> counted = by_automata(why)) return *std::move(counted);
    if (!box || by_theorem)
      throw LimitError(fmt::format("{}: so many positions are counted by a theorem, and {}", game_.name, why));
    return listed(*box);
  }

 private:
  std::optional<Box> small_box() const {
    const std::optional<Position> low = narrow(request_.low), high = narrow(request_.high);
    if (!low || !high) return std::nullopt;
    Integer size = 1;
    for (std::size_t i = 0; i < low->size(); ++i) size *= request_.high[i] - request_.low[i] + 1;
    if (mpz_sizeinbase(size.get_mpz_t(), 2) >= 62) return std::nullopt;
    return Box(*low, *high);
  }
  double seconds_of_list(const Box& box) {
    const QuestionPlan plan = solver_.plan(Question::positions_of(box));
    return plan.steps.empty() ? 1e9 : plan.steps.front().proposal.cost.seconds;
  }

  Counted listed(const Box& box) {
    Counted counted;
    Integer total = 0;
    counted.count = widen_unsigned(solver_.positions(box, [&](PositionView position) {
      if (!request_.total) return;
      const std::optional<std::int64_t> value = value_of(*request_.total, position);
      if (!value) throw RequestError(fmt::format("what is to be added up is no number at {}", to_string(position)));
      total += widen(*value);
    }));
    if (request_.total) counted.total = std::move(total);
    counted.by = name(solver_.answered());
    return counted;
  }

  /// Nothing, and why, where no theorem is found, or it cannot speak of what is added up.
  std::optional<Counted> by_automata(std::string& why) {
    const std::size_t dimensions = request_.low.size();
    AutomataWorkspace workspace(budget_, kMostStatesOfCount, kMostStepsOfCount);
    Result<GameFormula> formula = GameFormula::of(*game_.rules, dimensions, workspace);
    if (!formula) {
      why = fmt::format("there is none: {}", formula.reason());
      return std::nullopt;
    }
    std::optional<Theorem> theorem = kept_theorem(*formula, budget_);
    if (!theorem) {
      TheoremSearch tried;
      TheoremReport report = search_theorem(std::move(formula), *game_.rules, 0, budget_, kLimitsOfCount, tried);
      if (!report.theorem) {
        why = fmt::format("there is none: {}", report.theorem.reason());
        return std::nullopt;
      }
      formula = *std::move(report.formula);
      theorem = *std::move(report.theorem);
    }
    std::optional<Counted> counted;
    if (!within_limits([&] { counted = counted_by(*formula, *theorem, workspace); })) {
      why = "the automata for that are too large";
      return std::nullopt;
    }
    if (!counted) why = fmt::format("{} cannot speak of what is added up", theorem->system.text());
    return counted;
  }

  std::optional<Counted> counted_by(const GameFormula& formula, const Theorem& theorem, AutomataWorkspace& workspace) const {
    const std::size_t tracks = formula.tracks().size(), dimensions = formula.dimensions();
    Predicate is_value;
    if (request_.total) {
      is_value = Predicate::equal(Term::variable(dimensions), *request_.total);
      if (!can_speak_of(theorem.system, is_value)) return std::nullopt;
    }
    Counted counted{0, {}, "theorem"};
    Integer total = 0;
    for (std::size_t sheet = 0; sheet < formula.sheets(); ++sheet) {
      const BigPosition zero = formula.position_of({sheet, BigPosition(tracks, Integer(0))});
      BigPosition low, high;
      bool inside = true;
      for (std::size_t i = 0; i < dimensions; ++i) {
        const bool is_track = std::ranges::find(formula.tracks(), i) != formula.tracks().end();
        if (!is_track) inside = inside && zero[i] >= request_.low[i] && zero[i] <= request_.high[i];
      }
      for (const std::size_t track : formula.tracks()) {
        low.push_back(request_.low[track]);
        high.push_back(request_.high[track]);
      }
      if (!inside) continue;
      const Automaton& set = theorem.p_positions()[sheet];
      counted.count += count_in_box(set, low, high, 0, workspace).count;
      if (request_.total) total += total_in(set, formula, sheet, low, high, workspace);
    }
    if (request_.total) counted.total = std::move(total);
    return counted;
  }

  /// The positive values added up, and those of the opposite numbers taken off.
  Integer total_in(const Automaton& set, const GameFormula& formula, std::size_t sheet, const BigPosition& low,
                   const BigPosition& high, AutomataWorkspace& workspace) const {
    const std::size_t tracks = low.size();
    std::vector<std::size_t> position(tracks), tuple(tracks + 1);
    std::iota(position.begin(), position.end(), std::size_t{0});
    std::iota(tuple.begin(), tuple.end(), std::size_t{0});
    Integer total = 0;
    for (const int sign : {1, -1}) {
      const Predicate is_value = Predicate::equal(Term::variable(formula.dimensions()), Term::times(sign, *request_.total));
      Conjunction pairs(set.system(), tracks + 1);
      pairs.add(set, position);
      pairs.add(automaton_of(on_sheet(is_value, formula, sheet), tracks + 1, set.system(), workspace), tuple);
      const Automaton values = pairs.projection(tuple, workspace);
      total += sign * count_in_box(values, low, high, greatest_of(*request_.total, request_.high), workspace).total;
    }
    return total;
  }

  const Game& game_;
  Solver& solver_;
  const CountRequest& request_;
  const Budget& budget_;
};

// Sums of positions -------------------------------------------------------------------------------------------------------

/// How often each Grundy value occurs in a box, and what the term adds up to over its positions.
struct Distribution {
  std::vector<Integer> counts, totals;  ///< of a power of 2 values
};

Distribution distribution_of(const Game& game, Solver& solver, const CountRequest& request) {
  const std::optional<Position> low = narrow(request.low), high = narrow(request.high);
  if (!low || !high) throw LimitError("the Grundy values of so many positions are not counted");
  const Table table = solver.table(Box(*low, *high), ValueKind::grundy);
  if (!table.loopy.empty())
    throw RequestError(fmt::format("{}: some positions of the box have no finite Grundy value", game.name));
  std::uint32_t greatest = 0;
  for (const std::uint32_t cell : table.cells)
    if (cell != Table::kInvalid) greatest = std::max(greatest, cell);
  constexpr std::uint32_t kMostValues = std::uint32_t{1} << 22;
  if (greatest >= kMostValues)
    throw LimitError(fmt::format("a Grundy value is {}; those below {} are counted", greatest, kMostValues));
  std::size_t size = 1;
  while (size <= greatest) size *= 2;
  Distribution distribution{std::vector<Integer>(size), std::vector<Integer>(request.total ? size : 0)};
  Position position = table.box.low();
  for (std::uint64_t index = 0; index < table.box.size(); ++index, table.box.next(position)) {
    if (!table.valid(index)) continue;
    distribution.counts[table.cells[index]] += 1;
    if (!request.total) continue;
    const std::optional<std::int64_t> value = value_of(*request.total, position);
    if (!value) throw RequestError(fmt::format("what is to be added up is no number at {}", to_string(PositionView(position))));
    distribution.totals[table.cells[index]] += widen(*value);
  }
  return distribution;
}

/// The power modulo a number; the power itself for the modulus 0.
Integer power_modulo(const Integer& base, std::uint64_t exponent, const Integer& modulus) {
  if (modulus == 0) return power(base, exponent);
  Integer result;
  mpz_powm(result.get_mpz_t(), base.get_mpz_t(), widen_unsigned(exponent).get_mpz_t(), modulus.get_mpz_t());
  return result;
}

/// The coefficients of z^0 .. z^k in (1 - z)^-plus (1 + z)^-minus: how many multisets of so many things there are, each with
/// the sign that is the product of the signs of its things, of which so many are positive and so many negative.
std::vector<Integer> signed_multisets(const Integer& plus, const Integer& minus, std::uint64_t k) {
  std::vector<Integer> of_plus(k + 1), of_minus(k + 1), result(k + 1);
  of_plus[0] = of_minus[0] = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    const Integer n = widen_unsigned(i);
    of_plus[i] = of_plus[i - 1] * (plus + n - 1) / n;
    of_minus[i] = -of_minus[i - 1] * (minus + n - 1) / n;
  }
  for (std::uint64_t i = 0; i <= k; ++i)
    for (std::uint64_t j = 0; j <= i; ++j) result[i] += of_plus[j] * of_minus[i - j];
  return result;
}

/// Throws LimitError where the numbers on the way get too long.
void check_size(const CountRequest& request, const Distribution& distribution, const Integer& all) {
  constexpr std::uint64_t kMostBits = 2'000'000'000, kMostOfMultisets = 5'000;
  const std::uint64_t k = request.heaps->number, bits = mpz_sizeinbase(all.get_mpz_t(), 2);
  if (request.heaps->multisets && k > kMostOfMultisets)
    throw LimitError(fmt::format("multisets of at most {} positions are counted", kMostOfMultisets));
  const bool exact = request.modulus == 0;
  if (exact && k > kMostBits / bits / distribution.counts.size())
    throw LimitError("the exact count of so many positions is too long; --mod M finds it modulo M");
}

/// The P-positions are the sums of nim-sum 0, and the number of tuples of nim-sum 0 is the mean of the transform's powers.
Counted count_sums(const Game& game, Solver& solver, const CountRequest& request, const Budget& budget) {
  if (game.rules->play() != Play::normal)
    throw RequestError("--heaps adds up Grundy values, which tell sums under normal play only");
  Distribution distribution = distribution_of(game, solver, request);
  const std::uint64_t k = request.heaps->number;
  const Integer size = widen_unsigned(distribution.counts.size());
  const Integer all = std::accumulate(distribution.counts.begin(), distribution.counts.end(), Integer(0));
  const Integer added = std::accumulate(distribution.totals.begin(), distribution.totals.end(), Integer(0));
  check_size(request, distribution, all);
  walsh_hadamard(distribution.counts);
  if (request.total) walsh_hadamard(distribution.totals);
  const Integer modulus = request.modulus * size;  // what is divided by the size in the end is known modulo this
  Integer count = 0, total = 0;
  std::map<Integer, std::vector<Integer>> met;  // of multisets: of each number of the transform
  for (std::size_t w = 0; w < distribution.counts.size(); ++w) {
    budget.check_stop_at(w);
    const Integer& transformed = distribution.counts[w];
    if (!request.heaps->multisets) {
      count += power_modulo(transformed, k, modulus);
      if (request.total && k > 0)
        total += widen_unsigned(k) * distribution.totals[w] * power_modulo(transformed, k - 1, modulus);
      continue;
    }
    const Integer plus = (all + transformed) / 2, minus = (all - transformed) / 2;
    const auto [at, is_new] = met.try_emplace(transformed);
    if (is_new) at->second = signed_multisets(plus, minus, k);
    const std::vector<Integer>& multisets = at->second;
    count += multisets[k];
    if (!request.total) continue;
    // A thing that is there j times or more, for j = 1, 2, ...: the others make up the rest.
    const Integer of_plus = (added + distribution.totals[w]) / 2, of_minus = (added - distribution.totals[w]) / 2;
    for (std::uint64_t j = 1; j <= k; ++j) total += (of_plus + (j % 2 == 0 ? of_minus : -of_minus)) * multisets[k - j];
  }
  const auto mean = [&](Integer sum) {
    if (modulus != 0) sum %= modulus;
    if (sum < 0) sum += modulus;
    return Integer(sum / size);
  };
  Counted counted{mean(count), {}, "the Grundy values of a table"};
  if (request.total) {
    // Sums may be negative where what is added up is.
    Integer whole = modulus == 0 ? Integer(total / size) : mean(total);
    counted.total = std::move(whole);
  }
  return counted;
}

/// Counts values as they come.
class HistogramSink final : public ValueSink {
 public:
  explicit HistogramSink(ValueKind kind) : kind_(kind) {}

  void begin(std::uint32_t greatest) override { few_.resize(std::min(greatest, kFew) + std::size_t{1}); }
  void take(std::uint64_t /*first*/, std::span<const std::uint32_t> cells) override {
    for (const std::uint32_t cell : cells)
      if (cell < few_.size()) ++few_[cell];
      else ++others_[cell];
  }
  void take_table(Table&& table) override { found_ = histogram_of(table); }
  bool wants_table() const override { return true; }

  Histogram histogram() const {
    if (found_) return *found_;
    Histogram histogram{kind_, {}, {}};
    for (std::uint32_t cell = 0; cell < few_.size(); ++cell)
      if (few_[cell] > 0) histogram.values.emplace_back(cell, few_[cell]);
    for (const auto& [cell, count] : others_)
      if (cell == Table::kInfinite && kind_ != ValueKind::outcome) histogram.others.emplace_back("draw", count);
      else if (cell != Table::kInvalid) histogram.values.emplace_back(cell, count);
    return histogram;
  }

 private:
  static constexpr std::uint32_t kFew = std::uint32_t{1} << 22;

  ValueKind kind_;
  std::vector<std::uint64_t> few_;                 ///< of the values below its length
  std::map<std::uint32_t, std::uint64_t> others_;  ///< of greater ones, and of cells that are none
  std::optional<Histogram> found_;
};

}  // namespace

CountRequest count_request(const Game& game, const StatedCount& stated) {
  const Domain& domain = game.rules->domain();
  for (const BigPosition& corner : {stated.low, stated.high})
    if (const std::optional<std::string> complaint = domain.complaint(corner))
      throw RequestError(fmt::format("the corner {} of the box {}", to_string(corner), *complaint));
  for (std::size_t i = 0; i < stated.low.size(); ++i)
    if (stated.low[i] > stated.high[i])
      throw RequestError(fmt::format("the range {}:{} of {} is empty", stated.low[i].get_str(), stated.high[i].get_str(),
                                     domain.coordinate_name(i)));
  if (stated.multisets && stated.heaps == 0) throw RequestError("multisets are of sums: of a number of heaps more than 0");
  CountRequest request{stated.low, stated.high, {}, widen_unsigned(stated.modulus), {}};
  if (stated.total) request.total = read_term(*stated.total, names_in_guess(game, stated.low.size(), false));
  if (stated.heaps > 0) request.heaps = {stated.heaps, stated.multisets};
  return request;
}

Counted count_positions(const Game& game, Solver& solver, const CountRequest& request, const std::optional<MethodChoice>& only,
                        const Budget& budget) {
  Counted counted =
      request.heaps ? count_sums(game, solver, request, budget) : PositionCount(game, solver, request, budget).counted(only);
  if (request.modulus == 0) return counted;
  const auto reduced = [&](const Integer& number) {
    Integer rest;
    mpz_fdiv_r(rest.get_mpz_t(), number.get_mpz_t(), request.modulus.get_mpz_t());
    return rest;
  };
  counted.count = reduced(counted.count);
  if (counted.total) counted.total = reduced(*counted.total);
  return counted;
}

std::string Histogram::text(std::uint32_t value) const {
  if (kind == ValueKind::outcome) return std::string(name(static_cast<Outcome>(value)));
  return std::to_string(value);
}

Histogram histogram_of(const Table& table) {
  std::map<std::uint32_t, std::uint64_t> counts;
  std::map<std::string, std::uint64_t> others;
  for (std::uint64_t index = 0; index < table.cells.size(); ++index) {
    if (!table.valid(index)) continue;
    if (table.cells[index] != Table::kInfinite) ++counts[table.cells[index]];
    else ++others[table.kind == ValueKind::grundy ? table.nimber(index).text() : "draw"];
  }
  return {table.kind, {counts.begin(), counts.end()}, {others.begin(), others.end()}};
}

Histogram histogram_of(Solver& solver, const Box& box, ValueKind kind) {
  HistogramSink sink(kind);
  if (!solver.stream(box, kind, Striping::to_save_memory, sink)) return histogram_of(solver.table(box, kind));
  return sink.histogram();
}

}  // namespace bouton
