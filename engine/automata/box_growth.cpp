#include "engine/automata/box_growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace bouton {
namespace {

using Number = QuadraticNumber;
using Numbers = std::vector<Number>;
using Indices = std::vector<std::size_t>;

/// The factor by which a period of digits more multiplies weights in the limit: the greater eigenvalue of what it does to a
/// value read so far.
Number ratio_of_weights(const Numeration& system) {
  if (system.is_base()) return Number(system.parameter());
  Numeration::Prefix one{1, 0}, before{0, 1};
  for (std::size_t place = system.period(); place-- > 0;) {
    one = system.extended(one, 0, place);
    before = system.extended(before, 0, place);
  }
  const std::int64_t trace = one[0] + before[1], determinant = one[0] * before[1] - one[1] * before[0];
  const mpq_class half(1, 2);
  return Number(half * widen(trace), half, trace * trace - 4 * determinant);
}

/// The states of several automata side by side, and how many words lead from one to another.
class States {
 public:
  States(const std::vector<const Automaton*>& sets, AutomataWorkspace& workspace) : sets_(sets) {
    for (const Automaton* const set : sets) {
      starts_.push_back(steps_.size());
      for (std::size_t state = 0; state < set->states(); ++state) {
        accepting_.push_back(set->accepting(static_cast<State>(state)));
        workspace.spend(set->letters());
        std::vector<std::pair<std::size_t, Integer>>& steps = steps_.emplace_back();
        for (Letter letter = 0; letter < set->letters(); ++letter) {
          const State to = set->next(static_cast<State>(state), letter);
          if (to == kNoState) continue;
          const std::size_t number = starts_.back() + static_cast<std::size_t>(to);
          const auto same = std::ranges::find(steps, number, &std::pair<std::size_t, Integer>::first);
          if (same == steps.end()) steps.emplace_back(number, 1);
          else ++same->second;
        }
      }
    }
    find_whole(workspace);
  }

  const std::vector<const Automaton*>& sets() const { return sets_; }
  const Indices& starts() const { return starts_; }
  std::size_t size() const { return steps_.size(); }
  /// The states that words of whole periods lead to; matrix()[i][j] of these words lead from whole()[i] to whole()[j].
  const Indices& whole() const { return whole_; }
  const std::vector<std::vector<Integer>>& matrix() const { return matrix_; }
  bool accepting(std::size_t state) const { return accepting_[state]; }

  /// The sums of the numbers of the states that one more letter leads to.
  Numbers before(const Numbers& values) const {
    Numbers result(size());
    for (std::size_t state = 0; state < size(); ++state)
      for (const auto& [to, words] : steps_[state]) result[state] += values[to] * Number(words);
    return result;
  }

 private:
  void find_whole(AutomataWorkspace& workspace) {
    const std::size_t period = sets_[0]->system().period();
    std::vector<std::size_t> number(size(), size());
    const auto add = [&](std::size_t state) {
      if (number[state] != size()) return;
      number[state] = whole_.size();
      whole_.push_back(state);
    };
    for (const std::size_t start : starts_) add(start);
    std::vector<std::vector<Integer>> rows;
    for (std::size_t i = 0; i < whole_.size(); ++i) {
      std::vector<Integer> words(size());
      words[whole_[i]] = 1;
      for (std::size_t digit = 0; digit < period; ++digit) {
        workspace.spend(size());
        std::vector<Integer> longer(size());
        for (std::size_t state = 0; state < size(); ++state)
          if (words[state] != 0)
            for (const auto& [to, count] : steps_[state]) longer[to] += words[state] * count;
        words = std::move(longer);
      }
      for (std::size_t state = 0; state < size(); ++state)
        if (words[state] != 0) add(state);
      rows.push_back(std::move(words));
    }
    for (const std::vector<Integer>& row : rows) {
      matrix_.emplace_back();
      for (const std::size_t state : whole_) matrix_.back().push_back(row[state]);
    }
  }

  const std::vector<const Automaton*>& sets_;
  Indices starts_;
  std::vector<std::vector<std::pair<std::size_t, Integer>>> steps_;
  std::vector<bool> accepting_;
  Indices whole_;
  std::vector<std::vector<Integer>> matrix_;
};

/// The equations (y I - M) x = right, M restricted to some rows and columns, or transposed.
class Equations {
 public:
  /// Without a right side it is 0.
  Equations(const std::vector<std::vector<Integer>>& matrix, const Indices& rows, const Number& y, bool transposed,
            AutomataWorkspace& workspace, const Numbers& right = {}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Numbers& row = rows_.emplace_back();
      for (std::size_t j = 0; j < rows.size(); ++j) {
        row.emplace_back(-(transposed ? matrix[rows[j]][rows[i]] : matrix[rows[i]][rows[j]]));
        if (i == j) row.back() += y;
      }
      row.push_back(right.empty() ? Number() : right[i]);
    }
    eliminate(workspace);
  }

  /// 1 where all pivots are positive; 0 where only the last is not, and is 0; else -1. So for a strongly connected M: whether y
  /// is greater than its greatest eigenvalue, is it, or is less.
  int sign() const { return sign_; }
  /// The solution; where sign() is 0, the one whose last number is 1. There is none where it is -1.
  Numbers solution() const {
    const std::size_t n = rows_.size();
    Numbers values(n);
    for (std::size_t i = n; i-- > 0;) {
      if (i + 1 == n && sign_ == 0) {
        values[i] = Number(1);
        continue;
      }
      Number rest = rows_[i][n];
      for (std::size_t j = i + 1; j < n; ++j) rest -= rows_[i][j] * values[j];
      values[i] = rest / rows_[i][i];
    }
    return values;
  }

 private:
  void eliminate(AutomataWorkspace& workspace) {
    const std::size_t n = rows_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const int pivot = rows_[i][i].sign();
      if (pivot <= 0) {
        sign_ = pivot == 0 && i + 1 == n ? 0 : -1;
        return;
      }
      for (std::size_t j = i + 1; j < n; ++j) {
        if (rows_[j][i].sign() == 0) continue;
        workspace.spend(n - i);
        const Number factor = rows_[j][i] / rows_[i][i];
        for (std::size_t k = i; k <= n; ++k)
          if (rows_[i][k].sign() != 0) rows_[j][k] -= factor * rows_[i][k];
      }
    }
  }

  std::vector<Numbers> rows_;
  int sign_ = 1;
};

/// The strongly connected classes of the states that words of whole periods lead to, as indices among these.
class Classes {
 public:
  explicit Classes(const States& states) : matrix_(states.matrix()) {
    const std::size_t n = matrix_.size();
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<bool>& reached = reached_.emplace_back(n, false);
      Indices open = {i};
      while (!open.empty()) {
        const std::size_t from = open.back();
        open.pop_back();
        for (std::size_t to = 0; to < n; ++to)
          if (matrix_[from][to] != 0 && !reached[to]) {
            reached[to] = true;
            open.push_back(to);
          }
      }
    }
    std::vector<bool> seen(n, false);
    for (std::size_t i = 0; i < n; ++i) {
      if (seen[i]) continue;
      Indices& one = classes_.emplace_back(1, i);
      for (std::size_t j = i + 1; j < n; ++j)
        if (leads(i, j) && leads(j, i)) {
          one.push_back(j);
          seen[j] = true;
        }
    }
  }

  std::size_t size() const { return classes_.size(); }
  const Indices& operator[](std::size_t number) const { return classes_[number]; }
  bool leads(std::size_t from, std::size_t to) const { return reached_[from][to]; }

  /// The most of these classes that follow one another.
  std::size_t longest_chain(Indices of) const {
    // What follows a class leads to less than it does.
    const auto led_to = [&](std::size_t one) { return std::ranges::count(reached_[classes_[one][0]], true); };
    std::ranges::sort(of, {}, led_to);
    Indices longest;
    for (std::size_t i = 0; i < of.size(); ++i) {
      longest.push_back(1);
      for (std::size_t j = 0; j < i; ++j)
        if (leads(classes_[of[i]][0], classes_[of[j]][0])) longest[i] = std::max(longest[i], longest[j] + 1);
    }
    return *std::ranges::max_element(longest);
  }

  /// The greatest common divisor of the lengths of the circles in a class, which has some.
  std::size_t period_of(std::size_t number) const {
    const Indices& states = classes_[number];
    std::vector<std::size_t> steps(matrix_.size(), SIZE_MAX);
    Indices order = {states[0]};
    steps[states[0]] = 0;
    std::size_t period = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const std::size_t to : states) {
        if (matrix_[order[i]][to] == 0) continue;
        if (steps[to] == SIZE_MAX) {
          steps[to] = steps[order[i]] + 1;
          order.push_back(to);
        } else {
          period = std::gcd(period, std::max(steps[order[i]] + 1, steps[to]) - std::min(steps[order[i]] + 1, steps[to]));
        }
      }
    return period;
  }

  /// About the greatest eigenvalue of a class: to guess by.
  double eigenvalue_near(std::size_t number) const {
    constexpr int kRounds = 400;
    const Indices& states = classes_[number];
    std::vector<double> now(states.size(), 1);
    double ratio = 0;
    for (int round = 0; round < kRounds; ++round) {  // of M + 1, whose powers do not go around
      std::vector<double> next = now;
      for (std::size_t i = 0; i < states.size(); ++i)
        for (std::size_t j = 0; j < states.size(); ++j) next[i] += matrix_[states[i]][states[j]].get_d() * now[j];
      const double sum = std::accumulate(next.begin(), next.end(), 0.0);
      ratio = sum / std::accumulate(now.begin(), now.end(), 0.0);
      for (double& value : next) value /= sum;
      now = std::move(next);
    }
    return ratio - 1;
  }

 private:
  const std::vector<std::vector<Integer>>& matrix_;
  std::vector<std::vector<bool>> reached_;  ///< by one word or more
  std::vector<Indices> classes_;
};

/// The numbers v: limits of the accepted words of p m letters from each state over y^m, for y the greatest eigenvalue of the
/// classes `greatest`, which are aperiodic and none of which leads to another.
Numbers limits(const States& states, const Classes& classes, const Indices& greatest, const Number& y,
               AutomataWorkspace& workspace) {
  const std::vector<std::vector<Integer>>& matrix = states.matrix();
  Numbers v(matrix.size()), sums(matrix.size());
  std::vector<bool> in_class(matrix.size(), false);
  for (const std::size_t number : greatest)
    for (const std::size_t state : classes[number]) in_class[state] = true;
  Indices below, above;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (in_class[i]) continue;
    const bool leads = std::ranges::any_of(greatest, [&](std::size_t one) { return classes.leads(i, classes[one][0]); });
    (leads ? above : below).push_back(i);
  }
  const auto accepted = [&](std::size_t i) { return Number(states.accepting(states.whole()[i]) ? 1 : 0); };
  const auto times = [&](std::size_t row, const Indices& columns, const Numbers& values) {
    Number sum;
    for (const std::size_t column : columns)
      if (matrix[row][column] != 0) sum += Number(matrix[row][column]) * values[column];
    return sum;
  };
  const auto solve = [&](const Indices& rows, const Numbers& right, Numbers& values) {
    const Numbers solution = Equations(matrix, rows, y, false, workspace, right).solution();
    for (std::size_t i = 0; i < rows.size(); ++i) values[rows[i]] = solution[i];
  };
  Numbers right;
  for (const std::size_t state : below) right.push_back(accepted(state));
  solve(below, right, sums);
  for (const std::size_t number : greatest) {
    const Indices& one = classes[number];
    const Numbers column = Equations(matrix, one, y, false, workspace).solution();
    const Numbers row = Equations(matrix, one, y, true, workspace).solution();
    Number all, product;
    for (std::size_t i = 0; i < one.size(); ++i) {
      all += row[i] * (accepted(one[i]) + times(one[i], below, sums));
      product += row[i] * column[i];
    }
    for (std::size_t i = 0; i < one.size(); ++i) v[one[i]] = column[i] * all / product;
  }
  Indices rest;
  for (const std::size_t number : greatest) rest.insert(rest.end(), classes[number].begin(), classes[number].end());
  right.clear();
  for (const std::size_t state : above) right.push_back(times(state, rest, v));
  solve(above, right, v);
  return v;
}

/// A set with its numbers v, for each number of digits up to the period that follow in the limit.
struct Weighed {
  const States& states;
  std::vector<Numbers> v;

  Weighed(const States& counted, const Numbers& limits) : states(counted), v(1, Numbers(counted.size())) {
    for (std::size_t i = 0; i < limits.size(); ++i) v[0][states.whole()[i]] = limits[i];
    while (v.size() < states.sets()[0]->system().period()) v.push_back(states.before(v.back()));
  }
};

/// Numbers of tuples by the state that they lead to and by which of their numbers still have the digits of a word, as
/// coordinates of a vector; of several sets, one behind the other.
class TiedTuples {
 public:
  /// `first` is the first coordinate.
  TiedTuples(const Weighed& set, std::size_t first)
      : set_(set), ties_(std::size_t{1} << set.states.sets()[0]->tracks()), first_(first) {}

  std::size_t end() const { return first_ + set_.states.size() * ties_; }
  void start(std::vector<mpq_class>& vector) const {
    for (const std::size_t state : set_.states.starts()) vector[first_ + state * ties_ + ties_ - 1] = 1;
  }
  /// The coordinates after one more digit of the word, where `places` follow, are added to `to`; what is below the word from
  /// there on adds what is returned to F.
  Number read(const std::vector<mpq_class>& from, Digit next, std::size_t places, std::vector<mpq_class>& to,
              AutomataWorkspace& workspace) const {
    Number more;
    for (std::size_t i = 0; i < set_.states.sets().size(); ++i) {
      const Automaton& automaton = *set_.states.sets()[i];
      const std::size_t start = set_.states.starts()[i];
      for (std::size_t state = 0; state < automaton.states(); ++state)
        for (std::size_t tied = 1; tied < ties_; ++tied) {
          const mpq_class& tuples = from[first_ + (start + state) * ties_ + tied];
          if (tuples == 0) continue;
          workspace.spend(automaton.letters());
          for (Letter letter = 0; letter < automaton.letters(); ++letter) {
            const State reached = automaton.next(static_cast<State>(state), letter);
            if (reached == kNoState) continue;
            const std::optional<std::size_t> still = still_tied(automaton, letter, tied, next);
            if (!still) continue;
            const std::size_t there = start + static_cast<std::size_t>(reached);
            if (*still == 0) more += set_.v[places][there] * Number(tuples);
            else to[first_ + there * ties_ + *still] += tuples;
          }
        }
    }
    return more;
  }

 private:
  /// The numbers that are tied after the letter; nothing where one is above the word.
  static std::optional<std::size_t> still_tied(const Automaton& automaton, Letter letter, std::size_t tied, Digit next) {
    std::size_t still = 0;
    for (std::size_t track = 0; track < automaton.tracks(); ++track) {
      if ((tied >> track & 1) == 0) continue;
      if (automaton.digit(letter, track) > next) return std::nullopt;
      if (automaton.digit(letter, track) == next) still |= std::size_t{1} << track;
    }
    return still;
  }

  const Weighed& set_;
  std::size_t ties_, first_;
};

/// A basis of a space of vectors that grows.
class VectorSpace {
 public:
  /// Whether the vector was not in the space, to which it is added.
  bool add(std::vector<mpq_class> vector, AutomataWorkspace& workspace) {
    for (const auto& [pivot, other] : basis_) {
      if (vector[pivot] == 0) continue;
      workspace.spend(vector.size());
      const mpq_class factor = vector[pivot];
      for (std::size_t i = 0; i < vector.size(); ++i)
        if (other[i] != 0) vector[i] -= factor * other[i];
    }
    const auto lead = std::ranges::find_if(vector, [](const mpq_class& one) { return one != 0; });
    if (lead == vector.end()) return false;
    const mpq_class by = *lead;
    const auto pivot = static_cast<std::size_t>(lead - vector.begin());
    for (mpq_class& one : vector) one /= by;
    basis_.emplace_back(pivot, std::move(vector));
    return true;
  }

 private:
  std::vector<std::pair<std::size_t, std::vector<mpq_class>>> basis_;
};

/// Whether F of the one set is `times` F of the other, for all words.
bool is_multiple(const Weighed& set, const Number& times, const Weighed& other, AutomataWorkspace& workspace) {
  const Numeration& system = set.states.sets()[0]->system();
  const TiedTuples own(set, 0), others(other, own.end());
  struct Read {
    std::size_t places;
    Numeration::Tail tail;
    std::vector<mpq_class> vector;
  };
  std::vector<Read> open = {{0, 0, std::vector<mpq_class>(others.end())}};
  own.start(open[0].vector);
  others.start(open[0].vector);
  std::vector<VectorSpace> spaces(system.period() * system.tails());
  while (!open.empty()) {
    const Read read = std::move(open.back());
    open.pop_back();
    const std::size_t place = (read.places == 0 ? system.period() : read.places) - 1;
    for (Digit digit = 0; digit < system.digits(); ++digit) {
      const std::optional<Numeration::Tail> tail = system.after(read.tail, digit, place);
      if (!tail) continue;
      Read longer{place, *tail, std::vector<mpq_class>(others.end())};
      const Number more = own.read(read.vector, digit, place, longer.vector, workspace);
      if (!(more == times * others.read(read.vector, digit, place, longer.vector, workspace))) return false;
      if (spaces[place * system.tails() + *tail].add(longer.vector, workspace)) open.push_back(std::move(longer));
    }
  }
  return true;
}

Number power(const Number& number, std::size_t exponent) {
  Number result(1);
  while (exponent-- > 0) result *= number;
  return result;
}

/// The greatest eigenvalue of the classes as a whole number or the root of one, of which that is the square.
std::optional<BoxGrowth::Quotient> eigenvalue(const States& states, const Classes& classes, const Number& ratio,
                                              Indices& greatest, AutomataWorkspace& workspace) {
  double most = 0;
  for (std::size_t one = 0; one < classes.size(); ++one) most = std::max(most, classes.eigenvalue_near(one));
  for (const std::size_t root : {std::size_t{1}, std::size_t{2}}) {
    const double guess = std::round(std::pow(most, static_cast<double>(root)));
    if (guess < 2 || guess > 1e12 || (root == 2 && !ratio.is_rational())) continue;
    const auto whole = static_cast<std::int64_t>(guess);
    const Number y = root == 1 ? Number(widen(whole)) : Number(0, 1, whole);
    greatest.clear();
    bool is_greatest = true;
    for (std::size_t one = 0; one < classes.size() && is_greatest; ++one) {
      const int sign = Equations(states.matrix(), classes[one], y, false, workspace).sign();
      if (sign == 0) greatest.push_back(one);
      is_greatest = sign >= 0;
    }
    if (is_greatest && !greatest.empty()) return BoxGrowth::Quotient{widen(whole), power(ratio, root)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<BoxGrowth> box_growth(const std::vector<const Automaton*>& sets, AutomataWorkspace& workspace) {
  const Numeration& system = sets[0]->system();
  const std::size_t tracks = sets[0]->tracks();
  if (system.order() > 2 || tracks == 0) return std::nullopt;
  const States states(sets, workspace);
  const Classes classes(states);
  const Number ratio = ratio_of_weights(system);
  BoxGrowth growth;
  Indices greatest;
  bool is_beyond = false;
  for (growth.dimension = tracks + 1; greatest.empty() && !is_beyond && growth.dimension-- > 0;) {
    const Number y = power(ratio, growth.dimension);
    for (std::size_t one = 0; one < classes.size(); ++one) {
      const int sign = Equations(states.matrix(), classes[one], y, false, workspace).sign();
      if (sign == 0) greatest.push_back(one);
      is_beyond = is_beyond || sign < 0;
    }
  }
  if (is_beyond) {
    growth.exponent = eigenvalue(states, classes, ratio, greatest, workspace);
    if (!growth.exponent) return std::nullopt;
  }
  growth.logarithms = classes.longest_chain(greatest) - 1;
  const auto is_periodic = [&](std::size_t one) { return classes.period_of(one) > 1; };
  if (growth.exponent || growth.logarithms > 0 || std::ranges::any_of(greatest, is_periodic)) return growth;
  const Number y = power(ratio, growth.dimension);
  const Numbers v = limits(states, classes, greatest, y, workspace);
  Number density;
  for (std::size_t i = 0; i < sets.size(); ++i) density += v[i];
  if (growth.dimension == 0) {
    growth.density = density;
    return growth;
  }
  const Automaton all = minimised(all_tuples(system, growth.dimension), workspace);
  const std::vector<const Automaton*> all_alone = {&all};
  const States all_states(all_alone, workspace);
  const Classes all_classes(all_states);
  Indices all_greatest;
  for (std::size_t one = 0; one < all_classes.size(); ++one)
    if (Equations(all_states.matrix(), all_classes[one], y, false, workspace).sign() == 0) all_greatest.push_back(one);
  const Numbers all_v = limits(all_states, all_classes, all_greatest, y, workspace);
  density /= all_v[0];
  if (is_multiple(Weighed(states, v), density, Weighed(all_states, all_v), workspace)) growth.density = density;
  else growth.has_no_limit = true;
  return growth;
}

}  // namespace bouton
