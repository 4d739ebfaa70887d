#include "engine/program/families/option_ranges.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/position/integer_division.h"
#include "engine/program/families/linear_value.h"
#include "engine/program/made_name.h"

namespace bouton {
namespace {

constexpr std::size_t kMostProgressions = 2000;
/// Minima and maxima in the coordinates of one family's options that an open variable decides.
constexpr std::size_t kMostDecisions = 3;

/// low..high; without an end where there is none.
struct Span {
  std::optional<Integer> low = {}, high = {};

  /// Takes in `coefficient` * value + constant <= 0.
  void restrict_by(const Integer& coefficient, const Integer& constant) {
    if (coefficient > 0) {
      const Integer most = floor_quotient(-constant, coefficient);
      if (!high || most < *high) high = most;
    } else {
      const Integer least = -floor_quotient(-constant, -coefficient);  // constant / -coefficient, rounded up
      if (!low || least > *low) low = least;
    }
  }
  bool bounded() const { return low && high; }
  bool empty() const { return *low > *high; }
};

Integer value_at(const ExactForm& value, const Integer& variable) { return value.constant + value.coefficient(0) * variable; }

}  // namespace

/// Goes through the loops of each family, and makes progressions of what they name.
class OptionRanges::Builder {
 public:
  Builder(OptionRanges& out, unsigned long few_rounds)
      : out_(out), few_rounds_(few_rounds), evaluator_(out.families_->program, out.position_) {}

  std::optional<Refusal> build() {
    for (number_ = 0; number_ < out_.families_->families.size(); ++number_) {
      family_ = &out_.families_->families[number_];
      open_ = decisions_ = 0;
      conditions_.clear();
      if (shares_a_loop()) out_.in_order_ = false;
      if (!loops_from(0)) return Refusal{why_, family_->line};
    }
    for (const Progression& one : out_.progressions_) out_.before_.push_back(out_.before_.back() + one.count());
    return std::nullopt;
  }

 private:
  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }

  /// Whether an earlier family's options come in the rounds of the same loop: then the program names them in turn.
  bool shares_a_loop() const {
    if (family_->loops.empty()) return false;
    const Statement* const loop = family_->loops[0].statement;
    const auto is_same = [&](const Family& other) { return !other.loops.empty() && other.loops[0].statement == loop; };
    return std::any_of(out_.families_->families.begin(),
                       out_.families_->families.begin() + static_cast<std::ptrdiff_t>(number_), is_same);
  }

  /// The guards that stand between loop `depth` - 1 and loop `depth`, from guard number `first` on, and then the loops behind.
  bool guards_from(std::size_t first, std::size_t depth) {
    const std::vector<Guard>& guards = family_->guards;
    std::size_t next = first;
    while (next < guards.size() && guards[next].depth != depth) ++next;
    if (next == guards.size()) return depth == family_->loops.size() ? add_options() : loop(depth);
    const auto cases = evaluator_.cases(guards[next].condition, guards[next].wanted);
    if (!cases) return refuse("a condition is not a comparison of sums");
    if (cases->size() > 1 && open_ > 0) out_.in_order_ = false;
    for (const LinearConditions& one : *cases) {
      const std::size_t before = conditions_.size();
      conditions_.insert(conditions_.end(), one.begin(), one.end());
      const bool done = guards_from(next + 1, depth);
      conditions_.resize(before);
      if (!done) return false;
    }
    return true;
  }
  bool loops_from(std::size_t depth) { return guards_from(0, depth); }

  bool loop(std::size_t depth) {
    const CountedLoop& loop = family_->loops[depth];
    auto firsts = loop.step > 0 ? evaluator_.as_greatest(loop.first) : evaluator_.as_least(loop.first);
    auto lasts = loop.step > 0 ? evaluator_.as_least(loop.last) : evaluator_.as_greatest(loop.last);
    if (!firsts || !lasts) return refuse("a loop's bound is not a sum of coordinates and variables");
    const bool fixed = firsts->size() == 1 && lasts->size() == 1 && (*firsts)[0].is_constant() && (*lasts)[0].is_constant();
    const Integer step = widen(loop.step);
    if (fixed) {
      const Integer& first = (*firsts)[0].constant;
      const Integer rounds = floor_quotient((*lasts)[0].constant - first, step) + 1;
      if (rounds <= 0) return true;
      if (rounds <= few_rounds_) return go_through(depth, first, step, rounds.get_ui());
    }
    if (abs(step) != 1 && firsts->size() > 1) return refuse("a loop begins at the greatest of several sums");
    return leave_open(depth, *firsts, *lasts, step);
  }

  bool go_through(std::size_t depth, const Integer& first, const Integer& step, unsigned long rounds) {
    const Slot slot = family_->loops[depth].slot;
    for (unsigned long round = 0; round < rounds; ++round) {
      evaluator_.bind(slot, ExactForm::of_constant(first + step * round));
      if (!loops_from(depth + 1)) return false;
    }
    return true;
  }

  /// The loop's variable is one more that is open: first + step * k, or, for a step of 1 or -1, itself up to its sign.
  bool leave_open(std::size_t depth, const std::vector<ExactForm>& firsts, const std::vector<ExactForm>& lasts,
                  const Integer& step) {
    const ExactForm k = ExactForm::of_variable(open_);
    const bool by_one = abs(step) == 1;
    const ExactForm value = by_one ? scaled(k, step) : firsts[0] + scaled(k, step);
    const Integer sign = step > 0 ? 1 : -1;
    const std::size_t before = conditions_.size();
    for (const ExactForm& first : firsts) conditions_.push_back(scaled(first - value, sign));
    for (const ExactForm& last : lasts) conditions_.push_back(scaled(value - last, sign));
    evaluator_.bind(family_->loops[depth].slot, value);
    ++open_;
    const bool done = loops_from(depth + 1);
    --open_;
    conditions_.resize(before);
    return done;
  }

  // With all loops gone through or open --------------------------------------------------------------------------------

  /// The coordinates of the options, and behind them the values in their names, as sums of the open variables.
  std::optional<std::vector<ExactForm>> named() const {
    std::vector<ExactForm> values;
    std::vector<ExpressionId> wanted = family_->to;
    wanted.insert(wanted.end(), family_->label_arguments.begin(), family_->label_arguments.end());
    for (const ExpressionId id : wanted) {
      std::optional<ExactForm> value = evaluator_.value(id);
      if (!value) return std::nullopt;
      values.push_back(*std::move(value));
    }
    return values;
  }

  bool add_options() {
    const std::optional<std::vector<ExactForm>> values = named();
    if (!values) {
      for (const ExpressionId id : family_->to)
        if (const std::optional<ExpressionId> open = evaluator_.undecided(id)) return add_either(*open);
      return refuse("a coordinate of the options is not a sum of coordinates and variables");
    }
    values_ = *values;
    LinearConditions open;
    for (const ExactForm& condition : conditions_) {
      if (!condition.is_constant()) open.push_back(condition);
      else if (condition.constant > 0) return true;
    }
    if (open_ == 2 && std::ranges::any_of(open, [](const ExactForm& one) { return depends_on_both(one); }))
      return add_trapezoids(open);
    return add_box(open);
  }

  /// A minimum or maximum: the options where its left side counts, and those where its right side does.
  bool add_either(ExpressionId open) {
    if (decisions_ == kMostDecisions) return refuse("a coordinate of the options has too many minima and maxima");
    out_.in_order_ = false;
    ++decisions_;
    for (const bool left : {true, false}) {
      const std::optional<LinearConditions> conditions = evaluator_.decide(open, left);
      if (!conditions) return refuse("a coordinate of the options is not a sum of coordinates and variables");
      const std::size_t before = conditions_.size();
      conditions_.insert(conditions_.end(), conditions->begin(), conditions->end());
      const bool done = add_options();
      conditions_.resize(before);
      evaluator_.forget_decision(open);
      if (!done) return false;
    }
    --decisions_;
    return true;
  }

  static bool depends_on_both(const ExactForm& one) { return one.coefficient(0) != 0 && one.coefficient(1) != 0; }

  /// Each open variable has bounds of its own.
  bool add_box(const LinearConditions& open) {
    std::vector<Span> ranges(open_);
    for (const ExactForm& condition : open) {
      std::size_t variable = open_;
      for (std::size_t i = 0; i < open_; ++i) {
        if (condition.coefficient(i) == 0) continue;
        if (variable != open_) return refuse("the bounds of several loops depend on each other");
        variable = i;
      }
      ranges[variable].restrict_by(condition.coefficient(variable), condition.constant);
    }
    Progression progression = at_zero();
    for (std::size_t i = 0; i < open_; ++i) {
      if (!ranges[i].bounded()) return refuse("a loop has no end");
      if (ranges[i].empty()) return true;
      move_along(i, *ranges[i].low, progression);
      add_step(direction(i), *ranges[i].high - *ranges[i].low + 1, progression);
    }
    return add(std::move(progression));
  }

  /// The second variable's bounds depend on the first: the first's range is cut where others of them count, and where there are
  /// none between them.
  bool add_trapezoids(const LinearConditions& open) {
    Span outer;
    std::vector<ExactForm> lows, highs;  // of the second variable, in the first
    for (const ExactForm& condition : open) {
      const Integer inner = condition.coefficient(1);
      if (inner == 0) {
        outer.restrict_by(condition.coefficient(0), condition.constant);
      } else if (abs(inner) == 1) {
        ExactForm rest = substituted(condition, 1, {});
        if (inner > 0) highs.push_back(negated(rest));
        else lows.push_back(std::move(rest));
      } else if (condition.coefficient(0) == 0) {
        Span range;
        range.restrict_by(inner, condition.constant);
        if (range.low) lows.push_back(ExactForm::of_constant(*range.low));
        else highs.push_back(ExactForm::of_constant(*range.high));
      } else {
        return refuse("an inner loop has steps, and bounds that depend on the outer loop");
      }
    }
    if (!outer.bounded() || lows.empty() || highs.empty()) return refuse("a loop has no end");
    if (outer.empty()) return true;
    const std::vector<Integer> cuts = cuts_of(outer, lows, highs);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      const Integer first = cuts[i], last = cuts[i + 1] - 1;
      const ExactForm low = extreme(lows, first, last, true), high = extreme(highs, first, last, false);
      if (value_at(high - low, first) < 0 || value_at(high - low, last) < 0) continue;
      if (!add_trapezoid(first, last, low, high)) return false;
    }
    return true;
  }

  /// Where parts of the outer variable's range begin, and the end of the last: within each part no two of the bounds cross.
  static std::vector<Integer> cuts_of(const Span& outer, const std::vector<ExactForm>& lows,
                                      const std::vector<ExactForm>& highs) {
    std::vector<ExactForm> bounds = lows;
    bounds.insert(bounds.end(), highs.begin(), highs.end());
    std::vector<Integer> cuts = {*outer.low, *outer.high + 1};
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const ExactForm difference = bounds[i] - bounds[j];
        if (difference.coefficient(0) == 0) continue;
        // The difference changes its sign at this real number: the values below, at and above it are parts of their own.
        const Integer zero = floor_quotient(-difference.constant, difference.coefficient(0));
        for (const Integer& cut : {zero, Integer(zero + 1)})
          if (cut > *outer.low && cut <= *outer.high) cuts.push_back(cut);
      }
    }
    std::ranges::sort(cuts, [](const Integer& a, const Integer& b) { return a < b; });
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
  }

  static ExactForm extreme(const std::vector<ExactForm>& of, const Integer& first, const Integer& last, bool greatest) {
    ExactForm best = of[0];
    for (const ExactForm& one : of) {
      const ExactForm ahead = greatest ? one - best : best - one;
      const Integer begins = value_at(ahead, first), ends = value_at(ahead, last);
      if (begins > 0 || (begins == 0 && ends > 0)) best = one;
    }
    return best;
  }

  bool add_trapezoid(const Integer& first, const Integer& last, const ExactForm& low, const ExactForm& high) {
    const ExactForm width = plus_constant(high - low, 1);
    Progression progression = at_zero();
    move_along(0, first, progression);
    move_along(1, value_at(low, first), progression);
    const Integer rounds = last - first + 1, of_first = value_at(width, first), growth = width.coefficient(0);
    std::vector<Integer> along = direction(0);
    const std::vector<Integer> inner = direction(1);
    for (std::size_t i = 0; i < along.size(); ++i) along[i] += low.coefficient(0) * inner[i];
    if ((growth == 0 || rounds == 1) && of_first <= few_rounds_) {
      if (of_first > 1 && rounds > 1) out_.in_order_ = false;
      for (unsigned long i = 0; i < of_first.get_ui(); ++i) {
        Progression row = progression;
        shift(inner, i, row);
        add_step(along, rounds, row);
        if (!add(std::move(row))) return false;
      }
      return true;
    }
    if (rounds <= few_rounds_) {
      for (unsigned long i = 0; i < rounds.get_ui(); ++i) {
        Progression row = progression;
        shift(along, i, row);
        add_step(inner, of_first + growth * i, row);
        if (!add(std::move(row))) return false;
      }
      return true;
    }
    add_step(along, rounds, progression);
    add_step(inner, of_first, progression);
    if (progression.steps.size() == 2) progression.growth = growth;
    else if (growth != 0) return refuse("several rounds of its loops name the same options");
    return add(std::move(progression));
  }

  // Progressions -------------------------------------------------------------------------------------------------------

  std::size_t dimensions() const { return family_->to.size(); }

  Progression at_zero() const {
    Progression progression;
    progression.family = number_;
    for (std::size_t i = 0; i < values_.size(); ++i)
      (i < dimensions() ? progression.start : progression.names).push_back(values_[i].constant);
    return progression;
  }
  /// By how much everything that is named changes with a variable.
  std::vector<Integer> direction(std::size_t variable) const {
    std::vector<Integer> by;
    for (const ExactForm& value : values_) by.push_back(value.coefficient(variable));
    return by;
  }
  void shift(const std::vector<Integer>& by, const Integer& times, Progression& progression) const {
    for (std::size_t i = 0; i < by.size(); ++i)
      (i < dimensions() ? progression.start[i] : progression.names[i - dimensions()]) += times * by[i];
  }
  void move_along(std::size_t variable, const Integer& times, Progression& progression) const {
    shift(direction(variable), times, progression);
  }
  /// A step that leads nowhere names the same options again, and is left out.
  void add_step(const std::vector<Integer>& by, const Integer& count, Progression& progression) const {
    const auto end = by.begin() + static_cast<std::ptrdiff_t>(dimensions());
    if (count == 1 || std::all_of(by.begin(), end, [](const Integer& one) { return one == 0; })) return;
    progression.steps.push_back({BigPosition(by.begin(), end), count});
    progression.naming.emplace_back(end, by.end());
  }

  /// Adds what is not there yet.
  bool add(Progression progression) {
    if (!are_independent(progression.steps)) return refuse("several rounds of its loops name the same options");
    const bool single = progression.steps.empty();
    if (single && !singles_.insert(progression.start).second) return true;
    std::vector<Progression> left = {std::move(progression)};
    for (const Progression& earlier : out_.progressions_) {
      if (single && earlier.steps.empty()) continue;
      std::vector<Progression> rest;
      for (Progression& one : left) {
        std::optional<std::vector<Progression>> parts = without(one, earlier);
        if (!parts) {
          out_.distinct_ = false;
          parts.emplace(1, std::move(one));
        }
        rest.insert(rest.end(), std::make_move_iterator(parts->begin()), std::make_move_iterator(parts->end()));
      }
      left = std::move(rest);
      if (left.empty()) return true;
    }
    out_.progressions_.insert(out_.progressions_.end(), std::make_move_iterator(left.begin()),
                              std::make_move_iterator(left.end()));
    if (out_.progressions_.size() > kMostProgressions) return refuse("the options fall into thousands of ranges");
    return true;
  }

  OptionRanges& out_;
  const unsigned long few_rounds_;
  LinearEvaluator evaluator_;
  std::size_t number_ = 0;
  const Family* family_ = nullptr;
  std::size_t open_ = 0;         ///< how many loop variables are open,
  LinearConditions conditions_;  ///< and what holds for them
  std::vector<ExactForm> values_;
  std::size_t decisions_ = 0;  ///< about minima and maxima, that hold at present
  /// Single options that were named before, so that each is looked for once.
  std::set<BigPosition, bool (*)(const BigPosition&, const BigPosition&)> singles_{
      [](const BigPosition& a, const BigPosition& b) {
        return std::ranges::lexicographical_compare(a, b, [](const Integer& x, const Integer& y) { return x < y; });
      }};
  std::string why_;
};

Result<OptionRanges> OptionRanges::of(std::shared_ptr<const MoveFamilies> families, const BigPosition& position,
                                      unsigned long few_rounds) {
  OptionRanges ranges(std::move(families), position);
  if (std::optional<Refusal> refusal = Builder(ranges, few_rounds).build()) return *std::move(refusal);
  return ranges;
}

OptionRanges::Option OptionRanges::option(const Integer& number) const {
  const auto behind = std::upper_bound(before_.begin(), before_.end(), number);
  const auto index = static_cast<std::size_t>(behind - before_.begin()) - 1;
  const Progression& progression = progressions_[index];
  const std::vector<Integer> k = progression.at(number - before_[index]);
  const Family& named = family(progression);
  Option option{progression.option(k), named.label, {}};
  if (!named.label_arguments.empty()) {
    const std::vector<std::string>& texts = families_->program.label_patterns[named.label_pattern];
    const BigPosition values = progression.name(k);
    option.name = made_name(texts, [&](std::size_t i) { return values[i].get_str(); });
  }
  return option;
}

std::optional<Integer> OptionRanges::number_of(const BigPosition& to) const {
  for (std::size_t i = 0; i < progressions_.size(); ++i)
    if (const std::optional<std::vector<Integer>> k = progressions_[i].find(to))
      return Integer(before_[i] + progressions_[i].number(*k));
  return std::nullopt;
}

std::vector<Integer> OptionRanges::with_coordinate(std::size_t axis, const Integer& value) const {
  std::vector<Integer> numbers;
  for (std::size_t i = 0; i < progressions_.size(); ++i) {
    const Progression& one = progressions_[i];
    const Integer apart = value - one.start[axis];
    if (one.steps.size() > 1) continue;
    if (one.steps.empty() || one.steps[0].by[axis] == 0) {
      if (apart == 0) numbers.push_back(before_[i]);
      if (apart == 0 && !one.steps.empty()) numbers.emplace_back(before_[i] + 1);
      continue;
    }
    const Integer k = apart / one.steps[0].by[axis];
    if (k * one.steps[0].by[axis] == apart && k >= 0 && k < one.steps[0].count) numbers.emplace_back(before_[i] + k);
  }
  return numbers;
}

std::vector<OptionRanges::Range> OptionRanges::ranges(std::string (*show)(const Integer&)) const {
  const MoveProgram& program = families_->program;
  const LinearEvaluator evaluator(program, position_);
  const auto text = [&](ExpressionId id) {
    const std::optional<ExactForm> value = evaluator.value(id);
    return value && value->is_constant() ? show(value->constant) : to_string(program, id);
  };
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < progressions_.size(); ++i) {
    if (i > 0 && progressions_[i].family == progressions_[i - 1].family) {
      ranges.back().count += progressions_[i].count();
      continue;
    }
    const Family& of = family(progressions_[i]);
    Range range{before_[i], progressions_[i].count(), of.label, {}, {}, {}};
    if (!of.label_arguments.empty()) {
      Statement named;
      named.label_arguments = of.label_arguments;
      named.label_pattern = of.label_pattern;
      range.name = computed_label(program, named);
    }
    for (const CountedLoop& loop : of.loops)
      range.loops += fmt::format("{}{} = {}..{}{}", range.loops.empty() ? "" : ", ", program.slot_names[loop.slot],
                                 text(loop.first), text(loop.last), loop.step == 1 ? "" : fmt::format(" by {}", loop.step));
    for (const ExpressionId id : of.to) {
      const std::optional<ExactForm> value = evaluator.value(id);
      const bool is_named = program[id].op == Op::coordinate;
      range.to += (range.to.empty() ? "" : ", ") + (is_named || !value ? to_string(program, id) : text(id));
    }
    ranges.push_back(std::move(range));
  }
  return ranges;
}

}  // namespace bouton
