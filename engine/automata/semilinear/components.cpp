#include "engine/automata/semilinear/components.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/automata/conjunction.h"
#include "engine/position/powers_and_roots.h"

namespace bouton {
namespace {

using StateNumber = std::size_t;

// Strongly connected components -------------------------------------------------------------------------------------------

/// The component of each state, by Tarjan's algorithm without recursion (1972).
std::vector<std::size_t> components_of(const Automaton& set) {
  constexpr std::size_t kOpen = static_cast<std::size_t>(-1);
  const std::size_t states = set.states();
  std::vector<std::size_t> component(states, kOpen), met(states, kOpen), low(states, 0);
  std::vector<StateNumber> stack;
  std::vector<std::pair<StateNumber, Letter>> walk;
  std::size_t clock = 0, components = 0;
  const auto enter = [&](StateNumber state) {
    met[state] = low[state] = clock++;
    stack.push_back(state);
    walk.emplace_back(state, 0);
  };
  for (StateNumber first = 0; first < states; ++first) {
    if (met[first] != kOpen) continue;
    enter(first);
    while (!walk.empty()) {
      auto& [state, letter] = walk.back();
      if (letter < set.letters()) {
        const State next = set.next(static_cast<State>(state), letter++);
        if (next == kNoState) continue;
        const auto to = static_cast<StateNumber>(next);
        if (met[to] == kOpen) enter(to);
        else if (component[to] == kOpen) low[state] = std::min(low[state], met[to]);
        continue;
      }
      if (low[state] == met[state]) {
        for (StateNumber top = kOpen; top != state;) {
          top = stack.back();
          stack.pop_back();
          component[top] = components;
        }
        ++components;
      }
      const StateNumber left = state;
      walk.pop_back();
      if (!walk.empty()) low[walk.back().first] = std::min(low[walk.back().first], low[left]);
    }
  }
  return component;
}

/// One component: its states, each with the tuple by which it was met, and the lattice of differences.
struct Component {
  std::vector<std::pair<StateNumber, BigPosition>> states;
  IntegerLattice differences;
  bool has_loop = false;
  bool can_be_left = false;
};

// States that agree on long words -----------------------------------------------------------------------------------------

/// Which states agree on all words of some length on: those that are one state after some letters, whatever these are.
class Agreement {
 public:
  Agreement(const Automaton& set, AutomataWorkspace& workspace) {
    // No two states of a minimised automaton are one at first, and each but the start of the empty set accepts some word.
    std::vector<std::size_t> classes(set.states());
    std::iota(classes.begin(), classes.end(), std::size_t{1});
    after_.push_back(std::move(classes));
    for (;;) {
      workspace.spend(set.states() * set.letters());
      std::vector<std::size_t> next = one_letter_more(set);
      if (is_same(after_.back(), next)) return;
      after_.push_back(std::move(next));
    }
  }

  std::size_t class_of(StateNumber state) const { return after_.back()[state]; }
  /// After how many letters those of its states that agree have become one; if it can be left, those of all states.
  int letters(const Component& component) const {
    std::size_t letters = after_.size() - 1;
    while (letters > 0 && !component.can_be_left && has_same_classes(component, letters - 1)) --letters;
    return static_cast<int>(letters);
  }

 private:
  std::vector<std::size_t> one_letter_more(const Automaton& set) const {
    const std::vector<std::size_t>& classes = after_.back();
    std::map<std::vector<std::size_t>, std::size_t> numbers;
    numbers[std::vector<std::size_t>(set.letters(), 0)] = 0;
    std::vector<std::size_t> next;
    for (StateNumber state = 0; state < set.states(); ++state) {
      std::vector<std::size_t> successors;
      for (Letter letter = 0; letter < set.letters(); ++letter) {
        const State to = set.next(static_cast<State>(state), letter);
        successors.push_back(to == kNoState ? 0 : classes[static_cast<StateNumber>(to)]);
      }
      next.push_back(numbers.try_emplace(std::move(successors), numbers.size()).first->second);
    }
    return next;
  }
  /// Whether both divide the states alike, with the class 0 in its place. Classes only become larger.
  static bool is_same(const std::vector<std::size_t>& finer, const std::vector<std::size_t>& coarser) {
    std::map<std::size_t, std::size_t> back = {{0, 0}};
    for (StateNumber state = 0; state < finer.size(); ++state)
      if (back.try_emplace(coarser[state], finer[state]).first->second != finer[state]) return false;
    return true;
  }
  bool has_same_classes(const Component& component, std::size_t letters) const {
    std::map<std::size_t, std::size_t> back = {{0, 0}};
    return std::ranges::all_of(component.states, [&](const auto& state) {
      const std::size_t now = after_[letters][state.first];
      return back.try_emplace(after_.back()[state.first], now).first->second == now;
    });
  }

  std::vector<std::vector<std::size_t>> after_;  ///< by letters read, by state: its class; class 0 accepts no more
};

// Components --------------------------------------------------------------------------------------------------------------

BigPosition with_letter(const Automaton& set, const BigPosition& numbers, Letter letter) {
  BigPosition longer = numbers;
  for (std::size_t track = 0; track < longer.size(); ++track) {
    longer[track] *= set.system().parameter();
    longer[track] += static_cast<int>(set.digit(letter, track));
  }
  return longer;
}

BigPosition difference(BigPosition a, const BigPosition& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

/// The first states of the components in the order of a breadth-first walk, each with a tuple that leads there.
std::vector<std::pair<StateNumber, BigPosition>> entries(const Automaton& set, const std::vector<std::size_t>& component) {
  std::vector<std::pair<StateNumber, BigPosition>> walk = {{0, BigPosition(set.tracks(), Integer(0))}}, entries;
  std::vector<char> is_met(set.states(), 0), is_entered(set.states(), 0);
  is_met[0] = 1;
  for (std::size_t i = 0; i < walk.size(); ++i) {
    const auto [state, numbers] = walk[i];
    if (std::exchange(is_entered[component[state]], 1) == 0) entries.emplace_back(state, numbers);
    for (Letter letter = 0; letter < set.letters(); ++letter) {
      const State next = set.next(static_cast<State>(state), letter);
      if (next == kNoState || std::exchange(is_met[static_cast<StateNumber>(next)], 1) != 0) continue;
      walk.emplace_back(static_cast<StateNumber>(next), with_letter(set, numbers, letter));
    }
  }
  return entries;
}

Component component_from(const Automaton& set, const std::vector<std::size_t>& component,
                         const std::pair<StateNumber, BigPosition>& entry, AutomataWorkspace& workspace) {
  Component found{{entry}, IntegerLattice(set.tracks())};
  std::map<StateNumber, std::size_t> place = {{entry.first, 0}};
  for (std::size_t i = 0; i < found.states.size(); ++i) {
    const auto [state, numbers] = found.states[i];
    workspace.spend(set.letters() * set.tracks() * set.tracks());
    for (Letter letter = 0; letter < set.letters(); ++letter) {
      const State next = set.next(static_cast<State>(state), letter);
      if (next == kNoState || component[static_cast<StateNumber>(next)] != component[state]) {
        found.can_be_left = true;
        continue;
      }
      found.has_loop = true;
      BigPosition longer = with_letter(set, numbers, letter);
      const auto [at, is_new] = place.try_emplace(static_cast<StateNumber>(next), found.states.size());
      if (is_new) {
        found.states.emplace_back(static_cast<StateNumber>(next), std::move(longer));
        continue;
      }
      BigPosition apart = difference(std::move(longer), found.states[at->second].second);
      if (!found.differences.contains(apart)) found.differences.insert(std::move(apart));
    }
  }
  return found;
}

/// Whether about base^(rank n) words of n letters stay in the component: those of all tuples of a part of its flat. Others only
/// touch flats, and have no periods along them.
bool grows_by_rank(const Component& component, const Automaton& set) {
  constexpr int kLetters = 40;
  std::map<StateNumber, double> words;
  for (const auto& [state, numbers] : component.states) words[state] = 1;
  double factor = 0;
  for (int i = 0; i < kLetters; ++i) {
    std::map<StateNumber, double> longer;
    double total = 0;
    for (const auto& [state, number] : words)
      for (Letter letter = 0; letter < set.letters(); ++letter)
        if (const auto to = words.find(static_cast<StateNumber>(set.next(static_cast<State>(state), letter)));
            to != words.end()) {
          longer[state] += to->second;
          total += to->second;
        }
    if (total == 0) return false;
    factor = total;
    for (auto& [state, number] : longer) number /= total;  // so that `total` is the factor of all of them
    for (auto& [state, number] : words) number = longer[state];
  }
  return std::log(factor) / std::log(set.system().parameter()) > static_cast<double>(component.differences.rank()) - 0.5;
}

void add_once(std::vector<IntegerLattice>& lattices, IntegerLattice lattice) {
  if (std::ranges::find(lattices, lattice) == lattices.end()) lattices.push_back(std::move(lattice));
}

/// The periods of a component: its differences with those of states that agree, as far as they are among its directions.
IntegerLattice periods_of(const Component& component, const Agreement& agreement, int base) {
  IntegerLattice periods = component.differences;
  std::map<std::size_t, const BigPosition*> first;
  for (const auto& [state, numbers] : component.states) {
    const auto [at, is_new] = first.try_emplace(agreement.class_of(state), &numbers);
    if (is_new) continue;
    IntegerLattice longer = periods;
    longer.insert(difference(numbers, *at->second));
    if (longer.rank() == component.differences.rank()) periods = std::move(longer);
  }
  periods.saturate(base);
  return periods;
}

/// Whether states of which the tuples agree modulo the periods agree on long words.
bool is_periodic(const Component& component, const Agreement& agreement, const IntegerLattice& periods) {
  std::map<BigPosition, std::size_t> class_of;
  return std::ranges::all_of(component.states, [&](const auto& state) {
    const std::size_t its_class = agreement.class_of(state.first);
    return class_of.try_emplace(periods.representative(state.second), its_class).first->second == its_class;
  });
}

}  // namespace

SemilinearComponents semilinear_components(const Automaton& set, AutomataWorkspace& workspace) {
  SemilinearComponents found;
  const int base = set.system().parameter();
  const std::vector<std::size_t> component = components_of(set);
  const Agreement agreement(set, workspace);
  for (const auto& entry : entries(set, component)) {
    const Component one = component_from(set, component, entry, workspace);
    if (!one.has_loop) continue;
    const std::size_t rank = one.differences.rank();
    if (one.can_be_left && rank == set.tracks()) {
      found.not_semilinear = "a strongly connected component of the automaton that can be left has all dimensions";
      return found;
    }
    const IntegerLattice periods = periods_of(one, agreement, base);
    if (!one.can_be_left && !is_periodic(one, agreement, periods)) {
      found.not_semilinear = "a strongly connected component of the automaton that cannot be left has no period";
      return found;
    }
    if (rank == 0) continue;
    const int letters = agreement.letters(one);
    if (!one.can_be_left) add_once(found.periods, periods.times(power(base, static_cast<std::uint64_t>(letters))));
    else if (grows_by_rank(one, set))
      for (int fewer = 0; fewer <= letters; ++fewer)
        add_once(found.periods, periods.times(power(base, static_cast<std::uint64_t>(fewer))));
    if (one.can_be_left) add_once(found.flats, one.differences);
  }
  return found;
}

std::optional<UltimatePeriod> ultimate_period(const Automaton& numbers, AutomataWorkspace& workspace) {
  constexpr Coordinate kMostPeriod = 5000;
  const SemilinearComponents components = semilinear_components(numbers, workspace);
  if (!components.not_semilinear.empty()) return UltimatePeriod{};
  Integer least = 1;
  for (const IntegerLattice& periods : components.periods) least = lcm(least, *periods.index());
  if (least > widen(kMostPeriod)) return std::nullopt;
  const int base = numbers.system().parameter();
  UltimatePeriod found{true, *narrow(least), {}};
  // Far out, every number has left the states that do not recur, by more letters than states take to agree.
  const Integer far = least * power(base, 2 * numbers.states() + 2);
  workspace.spend(static_cast<std::uint64_t>(found.period) * numbers.states());
  for (Coordinate remainder = 0; remainder < found.period; ++remainder)
    found.has_remainder.push_back(numbers.contains({far + widen(remainder)}));
  Automaton recurring(numbers.system(), 1);
  for (Coordinate remainder = 0; remainder < found.period; ++remainder) {
    const bool accepting = found.has_remainder[static_cast<std::size_t>(remainder)];
    if (remainder == 0) recurring.set_accepting(0, accepting);
    else recurring.add_state(accepting);
  }
  for (Coordinate remainder = 0; remainder < found.period; ++remainder)
    for (Letter letter = 0; letter < recurring.letters(); ++letter)
      recurring.set_next(static_cast<State>(remainder), letter,
                         static_cast<State>((remainder * base + recurring.digit(letter, 0)) % found.period));
  found.is_periodic = is_finite(combined(numbers, minimised(recurring, workspace), SetOperation::differ, workspace));
  return found;
}

std::optional<std::string> line_without_period(const Automaton& set, AutomataWorkspace& workspace) {
  const std::size_t dimensions = set.tracks();
  if (dimensions < 2 || dimensions > 3) return std::nullopt;
  const std::int64_t steepest = dimensions == 2 ? 5 : 4, furthest = dimensions == 2 ? 4 : 2;
  const auto next = [](std::vector<std::int64_t>& numbers, std::int64_t greatest) {
    for (std::int64_t& number : numbers) {
      if (++number <= greatest) return true;
      number = 0;
    }
    return false;
  };
  std::vector<std::int64_t> from(dimensions, 0);
  do {
    std::vector<std::int64_t> along(dimensions, 0);
    while (next(along, steepest)) {
      if (std::ranges::count(along, 0) + 1 == static_cast<std::ptrdiff_t>(dimensions) && *std::ranges::max_element(along) > 1)
        continue;
      if (std::reduce(along.begin(), along.end(), std::int64_t{0}, [](auto a, auto b) { return std::gcd(a, b); }) != 1)
        continue;
      Conjunction line(set.system(), dimensions + 1);
      std::vector<std::size_t> tuple;
      for (std::size_t i = 0; i < dimensions; ++i) {
        LinearRelation relation{std::vector<std::int64_t>(dimensions + 1, 0), -from[i], Relation::equal};
        relation.coefficients[i] = 1;
        relation.coefficients[dimensions] = -along[i];
        line.add(std::move(relation));
        tuple.push_back(i);
      }
      line.add(set, tuple);
      const std::optional<UltimatePeriod> period = ultimate_period(line.projection({dimensions}, workspace), workspace);
      if (!period || period->is_periodic) continue;
      std::vector<std::string> point;
      for (std::size_t i = 0; i < dimensions; ++i) {
        const std::string multiple = along[i] == 0 ? "" : along[i] == 1 ? "t" : fmt::format("{} t", along[i]);
        point.push_back(multiple.empty() ? std::to_string(from[i])
                        : from[i] == 0   ? multiple
                                         : fmt::format("{} + {}", multiple, from[i]));
      }
      return fmt::format("({})", fmt::join(point, ", "));
    }
  } while (next(from, furthest));
  return std::nullopt;
}

}  // namespace bouton
