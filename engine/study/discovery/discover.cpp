#include "engine/study/discovery/discover.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/base/stopwatch.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/solver.h"
#include "engine/study/discovery/counted_tables.h"
#include "engine/study/discovery/heap_theorem.h"
#include "engine/study/discovery/period_of_theorem.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {
namespace {

/// How far tables go to find conjectures from and to check them.
struct TableSizes {
  std::size_t line, square, strip, strip_width;
  Coordinate p_bound;
};

/// For so many coordinates without a bound, and so many parts. `quick`: the moves are a program, which fills tables fast.
TableSizes usual_sizes(std::size_t coordinates, std::size_t parts, bool quick) {
  switch (coordinates) {
    case 1: return quick ? TableSizes{4096, 0, 0, 0, 0} : TableSizes{400, 0, 0, 0, 0};
    case 2:
      if (quick && parts > 1) return {400, 80, 480, 6, 200};
      return quick ? TableSizes{1024, 160, 1200, 6, 420} : TableSizes{100, 40, 160, 4, 60};
    case 3: return quick ? TableSizes{256, 40, 0, 0, 56} : TableSizes{50, 12, 0, 0, 16};
    default: return quick ? TableSizes{100, 14, 0, 0, 16} : TableSizes{30, 6, 0, 0, 8};
  }
}

/// The same, so many times as far.
TableSizes sizes_of(std::size_t coordinates, std::size_t parts, bool quick, std::uint64_t further) {
  TableSizes sizes = usual_sizes(coordinates, parts, quick);
  const auto times = static_cast<std::size_t>(further);
  sizes.line *= times;
  sizes.square *= times;
  sizes.strip *= times;
  sizes.p_bound *= static_cast<Coordinate>(further);
  return sizes;
}

/// Whether tables are filled fast: the moves are a program, and neither split a position nor lead back to one.
bool is_quick(const Game& game, std::size_t dimensions, Solver& solver) {
  constexpr Coordinate kSmall = 6;
  constexpr std::uint64_t kPositions = 20'000, kOptions = 400'000;
  const Rules& rules = *game.rules;
  if (rules.lifting(dimensions).moves == nullptr) return false;
  BigPosition position;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = rules.domain().axis(i);
    position.push_back(widen(std::min(axis.greatest, std::max<Coordinate>(axis.least, 0) + kSmall)));
  }
  const std::optional<Position> narrowed = narrow(position);
  if (!narrowed || !rules.domain().contains(*narrowed) || !rules.valid(*narrowed)) return true;
  const Solver::Look look = solver.look({0, position}, kPositions, kOptions);
  return !look.loopy && !look.splits;
}

/// How many heaps have values that are found by calling the rule without much ado: it does not name too many positions.
/// `further`: as many times as many heaps as usual, and its cube times as many positions. Heaps grow in small steps up to each
/// length, so that no call names many times as many positions as are too many, however fast their number grows.
std::size_t affordable_line(const Rules& rules, std::size_t most, std::uint64_t further) {
  const std::uint64_t most_named = further * further * further * 3'000'000;
  constexpr std::size_t kSteps = 12;
  const Coordinate least = rules.domain().axis(0).least;
  std::size_t affordable = 0;
  for (const std::size_t usual : {24, 50, 100, 200, 400}) {
    const std::size_t length = usual * static_cast<std::size_t>(further);
    if (length > most) break;
    for (std::size_t step = 1; step <= kSteps; ++step) {
      const std::size_t heaps = affordable + (length - affordable) * step / kSteps;
      const Position last = {least + static_cast<Coordinate>(heaps) - 1};
      const bool exists = rules.domain().contains(last) && rules.valid(last);
      if (!exists && heaps == length) return affordable;
      if (!exists) continue;
      Options options;
      rules.options(last, options);
      if (options.part_count() * heaps > most_named) return affordable;
    }
    affordable = length;
  }
  return affordable;
}

/// An axis with at most so many values is gone through value by value.
constexpr Coordinate kFewValues = 4;
constexpr std::size_t kMostParts = 16;
/// Starts that are looked at where tables are filled fast: sequences that grow like powers have few terms.
constexpr std::size_t kQuickStarts = 4095;

bool has_few_values(const Axis& axis) { return axis.greatest < kGreatestCoordinate && axis.greatest - kFewValues < axis.least; }

std::uint32_t value_in(const Table& table, std::uint64_t index) {
  if (!table.valid(index) || table.cells[index] == Table::kInfinite) return ValueGrid::kNone;
  if (table.kind == ValueKind::grundy) return table.cells[index];
  switch (table.outcome(index)) {
    case Outcome::P: return 0;
    case Outcome::N: return 1;
    case Outcome::draw: break;
  }
  return ValueGrid::kNone;
}

/// The tables of one part of a game's positions.
class PartEvidence {
 public:
  PartEvidence(const Game& game, CountedTables& tables, Position fixed, std::vector<std::size_t> free, const TableSizes& sizes)
      : domain_(game.rules->domain()), tables_(tables), fixed_(std::move(fixed)), free_(std::move(free)), sizes_(sizes) {
    evidence_.grundy = game.rules->play() == Play::normal;
    for (const std::size_t axis : free_) {
      evidence_.names.push_back(domain_.coordinate_name(axis));
      evidence_.low.push_back(domain_.axis(axis).least);
    }
  }

  TableEvidence take() {
    if (free_.size() == 1) {
      if (sizes_.line > 0) evidence_.line = line();
      return std::move(evidence_);
    }
    evidence_.square = grid(std::vector<std::size_t>(free_.size(), sizes_.square));
    if (sizes_.strip > 0) strips();
    p_positions();
    return std::move(evidence_);
  }

 private:
  ValueKind kind() const { return evidence_.grundy ? ValueKind::grundy : ValueKind::outcome; }

  /// The box with so many numbers of each free coordinate, as far as the coordinates go.
  Box box(const std::vector<std::size_t>& lengths) const {
    Position low = fixed_, high = fixed_;
    for (std::size_t i = 0; i < free_.size(); ++i) {
      const Axis& axis = domain_.axis(free_[i]);
      low[free_[i]] = axis.least;
      high[free_[i]] = std::min(axis.greatest, axis.least + static_cast<Coordinate>(lengths[i]) - 1);
    }
    return Box(low, high);
  }

  /// Empty where a coordinate has fewer numbers.
  ValueGrid grid(const std::vector<std::size_t>& lengths) {
    const Box box = this->box(lengths);
    std::uint64_t size = 1;
    for (const std::size_t length : lengths) size *= length;
    if (box.size() != size) return {};
    const std::optional<Table> table = tables_.table(box, kind());
    if (!table) return {};
    ValueGrid grid{lengths, {}};
    for (std::uint64_t index = 0; index < size; ++index) grid.values.push_back(value_in(*table, index));
    return grid;
  }

  std::vector<std::uint32_t> line() {
    if (evidence_.low[0] < 0) return {};
    std::vector<std::uint32_t> values(static_cast<std::size_t>(evidence_.low[0]), ValueGrid::kNone);
    const ValueGrid found = grid({sizes_.line});
    values.insert(values.end(), found.values.begin(), found.values.end());
    return values;
  }

  void strips() {
    ValueGrid rows = grid({sizes_.strip_width, sizes_.strip}), columns = grid({sizes_.strip, sizes_.strip_width});
    if (rows.empty() || columns.empty()) return;
    bool symmetric = evidence_.low[0] == evidence_.low[1];
    for (std::size_t i = 0; symmetric && i < sizes_.strip_width; ++i)
      for (std::size_t j = 0; symmetric && j < sizes_.strip; ++j) symmetric = rows.at({i, j}) == columns.at({j, i});
    evidence_.strips.push_back(std::move(rows));
    if (!symmetric) evidence_.strips.push_back(std::move(columns));
  }

  void p_positions() {
    std::vector<std::size_t> lengths;
    for (const Coordinate low : evidence_.low)
      lengths.push_back(static_cast<std::size_t>(std::max<Coordinate>(1, sizes_.p_bound - low + 1)));
    const bool all = tables_.positions(box(lengths), [&](PositionView position) {
      Position numbers;
      for (const std::size_t axis : free_) numbers.push_back(position[axis]);
      tables_.check_memory(4 * (evidence_.p_positions.size() + 1) * sizeof(Position), "the list of P-positions");
      evidence_.p_positions.push_back(std::move(numbers));
    });
    if (all) evidence_.p_bound = sizes_.p_bound;
    else evidence_.p_positions = {};
  }

  const Domain& domain_;
  CountedTables& tables_;
  Position fixed_;  ///< the coordinates of few values; the others count for nothing
  std::vector<std::size_t> free_;
  TableSizes sizes_;
  TableEvidence evidence_;
};

/// What one number names, heap by heap, in games whose positions have more coordinates: from one table of all the starts, for
/// as many as make one of a size that is filled at once.
std::vector<std::uint32_t> started_line(const Game& game, CountedTables& tables, std::size_t most) {
  constexpr std::uint64_t kMostCells = std::uint64_t{1} << 24;
  const Axis& axis = game.rules->domain().axis(0);
  if (axis.least < 0) return {};
  std::vector<std::optional<Position>> starts;
  Position low, high;
  std::vector<std::uint32_t> values;
  for (Coordinate n = 0; n <= static_cast<Coordinate>(most) && n <= axis.greatest; ++n) {
    std::optional<Position> start;
    try {
      if (n >= axis.least) start = narrow(complete_position(game, {widen(n)}));
    } catch (const RequestError&) {}  // no position is named by this number
    if (start) {
      Position lower = low.empty() ? *start : low, upper = low.empty() ? *start : high;
      std::uint64_t cells = 1;
      for (std::size_t i = 0; i < start->size(); ++i) {
        lower[i] = std::min(lower[i], (*start)[i]);
        upper[i] = std::max(upper[i], (*start)[i]);
        cells *= static_cast<std::uint64_t>(upper[i] - lower[i]) + 1;
        if (cells > kMostCells) break;
      }
      if (cells > kMostCells) break;
      low = std::move(lower);
      high = std::move(upper);
    }
    starts.push_back(std::move(start));
  }
  if (low.empty()) return {};
  const Box box(low, high);
  const std::optional<Table> table = tables.table(box, ValueKind::outcome);
  if (!table) return {};
  for (const std::optional<Position>& start : starts)
    values.push_back(start ? value_in(*table, box.index(*start)) : ValueGrid::kNone);
  return values;
}

std::string part_name(const Domain& domain, const std::vector<std::size_t>& few, const Position& fixed) {
  std::string name;
  for (const std::size_t i : few) {
    const Axis& axis = domain.axis(i);
    const auto index = static_cast<std::size_t>(fixed[i] - axis.least);
    name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", axis.name,
                        index < axis.value_names.size() ? axis.value_names[index] : std::to_string(fixed[i]));
  }
  return name;
}

/// Every choice of the coordinates of few values, the first that vary slowest; none where there are more than kMostParts: the
/// cells of a board have as many as it has positions.
std::vector<Position> choices(const Domain& domain, std::size_t dimensions, const std::vector<std::size_t>& few) {
  std::size_t count = 1;
  for (const std::size_t i : few) {
    count *= static_cast<std::size_t>(domain.axis(i).greatest - domain.axis(i).least) + 1;
    if (count > kMostParts) return {};
  }
  Position zero;
  while (zero.size() < dimensions) zero.push_back(0);
  std::vector<Position> all = {zero};
  for (const std::size_t i : few) {
    std::vector<Position> longer;
    for (const Position& position : all)
      for (Coordinate value = domain.axis(i).least; value <= domain.axis(i).greatest; ++value) {
        longer.push_back(position);
        longer.back()[i] = value;
      }
    all = std::move(longer);
  }
  return all;
}

/// The Grundy values of all positions, where a little work finds an automaton for them as well; of one number periods tell
/// them.
void find_values(const Game& game, std::size_t dimensions, const Budget& budget, Discovery& discovery) {
  constexpr TheoremLimits kLittle{.most_states = 60, .most_steps = 10'000'000, .most_learnt = 140};
  constexpr std::size_t kMostNumbers = 3;
  const Rules& rules = *game.rules;
  if (!discovery.theorem.theorem || rules.play() != Play::normal || rules.blocking() > 0) return;
  const std::size_t numbers = discovery.theorem.formula->tracks().size();
  if (numbers < 2 || numbers > kMostNumbers || !discovery.theorem.theorem->system.is_base()) return;
  TheoremReport values = find_theorem(game, {dimensions, kAllValues, kLittle}, budget);
  if (values.theorem && !values.theorem->function.empty()) discovery.theorem = std::move(values);
}

/// Which other games it is in disguise.
void find_disguises(const Game& game, std::size_t dimensions, const Budget& budget, const Library& library,
                    Discovery& discovery) {
  const std::optional<ComparedValues> values = values_to_compare(game, dimensions, budget);
  if (!values) return;
  const Theorem* const theorem = discovery.theorem.theorem ? &*discovery.theorem.theorem : nullptr;
  discovery.disguises = DisguiseFinder(library, budget).find(*values, theorem);
}

/// What is proved of a game beyond its theorem, and what its tables suggest.
class Finder {
 public:
  Finder(const Game& game, std::size_t dimensions, const Budget& budget, Discovery& discovery)
      : game_(game),
        domain_(game.rules->domain()),
        dimensions_(dimensions),
        budget_(budget),
        discovery_(discovery),
        further_(discovery.further) {
    for (std::size_t i = 0; i < dimensions; ++i) (has_few_values(domain_.axis(i)) ? few_ : free_).push_back(i);
    fixed_ = choices(domain_, dimensions, few_);
  }

  void find() {
    prove_heaps();
    const bool starts = !domain_.is_piles() && domain_.dimensions() > 1 && game_.start_arity == 1;
    if (starts) prove_starts();
    if (free_.size() == 1) prove_rows();
    // A theorem that has all values says what tables would suggest, or contradicts it.
    if (discovery_.theorem.theorem && !discovery_.theorem.theorem->function.empty()) return;
    if (kind() == ValueKind::grundy && free_.size() == 2) discovery_.periodic_rows = prove_rows_of_table(*game_.rules, budget_);
    if (!discovery_.theorem.theorem) prove_row_words();
    constexpr std::size_t kMostFree = 4;
    if (free_.empty() || free_.size() > kMostFree || fixed_.empty()) return;
    CountedTables tables(game_, budget_, static_cast<std::int64_t>(further_ * further_ * further_));
    const bool quick = is_quick(game_, dimensions_, tables.solver());
    if (starts) look_at_starts(tables, quick);
    look_at_parts(tables, quick);
    discovery_.not_looked_at = tables.notes();
  }

 private:
  ValueKind kind() const { return game_.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome; }
  bool is_proved(const std::string& where, ValueKind kind) const {
    return std::ranges::any_of(discovery_.periods,
                               [&](const ProvedPeriod& proved) { return proved.where == where && proved.kind == kind; });
  }

  void prove_heaps() {
    if (kind() != ValueKind::grundy) return;
    std::optional<HeapTheorem> proved = discovery_.theorem.heaps;
    if (discovery_.theorem.theorem) proved = theorem_of_heaps(game_, budget_);
    if (proved) discovery_.periods.push_back({"", ValueKind::grundy, std::move(proved->period)});
  }
  void prove_starts() {
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::grundy}) {
      if (kind != ValueKind::outcome && this->kind() != kind) continue;
      std::optional<Period> period = started_period(game_, kind, budget_);
      if (!period && kind == ValueKind::outcome) period = started_period(game_, discovery_.theorem, budget_);
      if (period) discovery_.periods.push_back({"starts", kind, *std::move(period)});
    }
  }
  void prove_rows() {
    for (const Position& choice : fixed_) {
      std::string where = part_name(domain_, few_, choice);
      if (is_proved(where, kind())) continue;
      if (const std::optional<Period> period = formula_period(game_, widen(choice), free_[0], kind(), budget_))
        discovery_.periods.push_back({std::move(where), kind(), *period});
    }
  }
  void prove_row_words() {
    constexpr std::size_t kMostConjectures = 3;
    discovery_.row_words = prove_words_of_rows(game_.rules, budget_, further_);
    for (const WordsOfRow& row : discovery_.row_words) {
      Discovery::Part part{row.where, {}};
      const auto last = static_cast<Coordinate>(row.words.looked_to) - 1;
      for (const GapWord& word : row.words.absent) {
        if (part.conjectures.size() == kMostConjectures) break;
        part.conjectures.push_back(
            {.kind = "row words",
             .statement =
                 fmt::format("the gaps between P-positions along {} are never {} one after another", row.along, text_of(word)),
             .found_to = last / 2,
             .check = {.holds_to = last, .positions = row.words.looked_to / 2, .failure = {}},
             .about_p_alone = true});
      }
      discovery_.parts.push_back(std::move(part));
    }
  }
  /// Without those that the part of the tables on which they were checked speaks against.
  static std::vector<Conjecture> unrefuted(const TableEvidence& evidence) {
    std::vector<Conjecture> found = conjectures(evidence);
    std::erase_if(found, [](const Conjecture& conjecture) { return conjecture.check.failure.has_value(); });
    return found;
  }
  void look_at_starts(CountedTables& tables, bool quick) {
    // A theorem has the outcomes of starts, as of all positions.
    if (is_proved("starts", ValueKind::outcome) || discovery_.theorem.theorem) return;
    TableEvidence starts;
    starts.grundy = false;
    starts.line = started_line(game_, tables, quick ? further_ * kQuickStarts : sizes_of(2, 1, quick, further_).line);
    discovery_.parts.push_back({"starts", unrefuted(starts)});
  }
  /// Whether the P-positions are proved where the coordinates of few values have these.
  bool has_theorem_of(PositionView choice) const {
    if (discovery_.theorem.theorem) return true;
    if (!discovery_.theorem.layers) return false;
    Position position;
    for (std::size_t i = 0; i < dimensions_; ++i) position.push_back(domain_.axis(i).least);
    for (const std::size_t few : few_) position[few] = choice[few];
    return discovery_.theorem.layers->formula.place_of(widen(position)).has_value();
  }
  void look_at_parts(CountedTables& tables, bool quick) {
    TableSizes sizes = sizes_of(free_.size(), fixed_.size(), quick, further_);
    if (!quick && dimensions_ == 1) sizes.line = affordable_line(*game_.rules, sizes.line, further_);
    for (const Position& choice : fixed_) {
      Discovery::Part part{part_name(domain_, few_, choice), {}};
      TableEvidence evidence = PartEvidence(game_, tables, choice, free_, sizes).take();
      if (is_proved(part.where, kind())) evidence.line.clear();
      for (const PeriodicRows& rows : discovery_.periodic_rows)
        for (std::size_t axis = 0; axis < evidence.strips.size(); ++axis)
          if (axis == rows.axis || rows.both_ways) evidence.strips[axis] = {};
      part.conjectures = unrefuted(evidence);
      // The theorem has all P-positions: what is said of them alone it says as well, or it is wrong.
      if (has_theorem_of(choice)) std::erase_if(part.conjectures, [](const Conjecture& c) { return c.about_p_alone; });
      discovery_.parts.push_back(std::move(part));
    }
  }

  const Game& game_;
  const Domain& domain_;
  std::size_t dimensions_;
  const Budget& budget_;
  Discovery& discovery_;
  const std::uint64_t further_;
  std::vector<std::size_t> few_, free_;
  std::vector<Position> fixed_;  ///< a choice for each part that is looked at
};

}  // namespace

const Period* Discovery::heap_period() const {
  const auto found = std::ranges::find_if(
      periods, [](const ProvedPeriod& proved) { return proved.where.empty() && proved.kind == ValueKind::grundy; });
  return found == periods.end() ? nullptr : &found->period;
}

Discovery discover(const Game& game, std::size_t dimensions, const Budget& asked, std::uint64_t further,
                   const Library& library) {
  if (further < 1 || further > kFurthest)
    throw RequestError(fmt::format("tables go 1 to {} times as far as usual, not {} times", kFurthest, further));
  const Stopwatch watch;
  Budget budget = asked;
  const ProgressSteps steps(budget);  // a theorem, periods, tables: how much each takes is seen when it is done
  Discovery discovery{find_theorem(game, {.dimensions = dimensions}, budget), {}, {}, {}, {}, {}, {}, 0, further};
  find_values(game, dimensions, budget, discovery);
  find_disguises(game, dimensions, budget, library, discovery);
  Finder(game, dimensions, budget, discovery).find();
  discovery.seconds = watch.seconds();
  return discovery;
}

}  // namespace bouton
