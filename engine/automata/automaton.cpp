#include "engine/automata/automaton.h"

#include <algorithm>
#include <deque>
#include <map>

namespace bouton {

namespace {

/// How many ways there are to make so many choices, each among so many things.
std::size_t ways(std::size_t things, std::size_t choices) {
  std::size_t result = 1;
  while (choices-- > 0) result *= things;
  return result;
}

/// Where each state lies between the start and an accepting one; the automaton has no others if it is minimised.
std::vector<bool> live_states(const Automaton& automaton) {
  std::vector<bool> live(automaton.states(), false);
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t at = automaton.states(); at-- > 0;) {
      const auto state = static_cast<Automaton::State>(at);
      bool now = automaton.accepting(state);
      for (Letter letter = 0; !now && letter < automaton.letters(); ++letter) {
        const Automaton::State to = automaton.next(state, letter);
        now = to != Automaton::kNone && live[static_cast<std::size_t>(to)];
      }
      changed = changed || now != live[at];
      live[at] = now;
    }
  }
  return live;
}

}  // namespace

Automaton::Automaton(Numeration system, std::size_t tracks, const std::shared_ptr<MemoryAccount>& account)
    : system_(system), tracks_(tracks), transitions_(ways(static_cast<std::size_t>(system.digits()), tracks), account) {
  for (Letter letter = 0; letter < letters(); ++letter) {
    std::size_t rest = letter;
    for (std::size_t track = 0; track < tracks_; ++track) {
      digits_.push_back(static_cast<Digit>(rest % static_cast<std::size_t>(system.digits())));
      rest /= static_cast<std::size_t>(system.digits());
    }
  }
  add_state(false);
}

Word Automaton::word_of(const BigPosition& numbers) const {
  std::vector<std::vector<Digit>> digits;
  std::size_t length = 0;
  for (const Integer& number : numbers) {
    digits.push_back(system_.digits_of(number));
    length = std::max(length, digits.back().size());
  }
  length = (length + system_.period() - 1) / system_.period() * system_.period();
  Word word(length, 0);
  Letter weight = 1;
  for (const std::vector<Digit>& of_track : digits) {
    for (std::size_t i = 0; i < of_track.size(); ++i) word[length - of_track.size() + i] += weight * of_track[i];
    weight *= static_cast<Letter>(system_.digits());
  }
  return word;
}

BigPosition Automaton::numbers_of(std::span<const Letter> word) const {
  BigPosition numbers;
  for (std::size_t track = 0; track < tracks_; ++track) {
    std::vector<Digit> digits;
    for (const Letter letter : word) digits.push_back(digit(letter, track));
    numbers.push_back(system_.value_of(digits));
  }
  return numbers;
}

bool Automaton::accepts(std::span<const Letter> word) const {
  const State last = transitions_.after(0, word);
  return last != kNone && accepting(last);
}

bool Automaton::empty() const { return !live_states(*this)[0]; }

Automaton minimised(const Automaton& automaton, AutomataWorkspace& workspace) {
  return Automaton(automaton.system(), automaton.tracks(), minimised(automaton.transitions(), workspace));
}

Automaton all_tuples(const Numeration& system, std::size_t tracks) {
  // A state is the place of the next digit, counted back from the period, and the tail of each track.
  const std::size_t tails = system.tails(), period = system.period();
  const std::size_t states = period * ways(tails, tracks);
  Automaton result(system, tracks);
  while (result.states() < states) result.add_state(false);
  for (std::size_t state = 0; state < states; ++state) {
    const std::size_t read = state % period;
    result.set_accepting(static_cast<State>(state), read == 0);
    for (Letter letter = 0; letter < result.letters(); ++letter) {
      std::size_t to = (read + 1) % period, weight = period;
      bool allowed = true;
      for (std::size_t track = 0; track < tracks && allowed; ++track, weight *= tails) {
        const auto tail = static_cast<Numeration::Tail>(state / weight % tails);
        const auto next = system.after(tail, result.digit(letter, track), period - 1 - read);
        allowed = next.has_value();
        if (allowed) to += weight * *next;
      }
      if (allowed) result.set_next(static_cast<State>(state), letter, static_cast<State>(to));
    }
  }
  return result;
}

bool is_well_formed(const Automaton& automaton, AutomataWorkspace& workspace) {
  const Automaton words = all_tuples(automaton.system(), automaton.tracks());
  if (combined(automaton, words, SetOperation::both, workspace) != automaton) return false;
  return automaton.empty() || automaton.transitions().after(0, Word(automaton.system().period(), 0)) == 0;
}

namespace {

bool holds(SetOperation operation, bool a, bool b) {
  switch (operation) {
    case SetOperation::both: return a && b;
    case SetOperation::either: return a || b;
    case SetOperation::first_only: return a && !b;
    case SetOperation::differ: return a != b;
  }
  return false;
}

/// Whether nothing is accepted any more once an automaton is lost.
bool is_lost(SetOperation operation, bool lost_a, bool lost_b) {
  switch (operation) {
    case SetOperation::both: return lost_a || lost_b;
    case SetOperation::first_only: return lost_a;
    default: return lost_a && lost_b;
  }
}

}  // namespace

Automaton combined(const Automaton& a, const Automaton& b, SetOperation operation, AutomataWorkspace& workspace) {
  using State = Automaton::State;
  Automaton result(a.system(), a.tracks(), workspace.account());
  constexpr std::size_t kBytesOfPair = 80;  // a node of the map, and its place among the open ones
  Reservation memory(workspace.account());
  std::map<std::pair<State, State>, State> numbers;
  std::deque<std::pair<State, State>> open;
  const auto number_of = [&](State of_a, State of_b) {
    const auto [at, is_new] = numbers.try_emplace({of_a, of_b}, static_cast<State>(numbers.size()));
    if (is_new) {
      const bool accepted =
          holds(operation, of_a != Automaton::kNone && a.accepting(of_a), of_b != Automaton::kNone && b.accepting(of_b));
      if (at->second == 0) result.set_accepting(0, accepted);
      else result.add_state(accepted);
      workspace.check_states(result.states());
      memory.add(kBytesOfPair);
      open.emplace_back(of_a, of_b);
    }
    return at->second;
  };
  number_of(0, 0);
  for (State from = 0; !open.empty(); ++from) {
    const auto [of_a, of_b] = open.front();
    open.pop_front();
    workspace.spend(a.letters());
    for (Letter letter = 0; letter < a.letters(); ++letter) {
      const State to_a = of_a == Automaton::kNone ? Automaton::kNone : a.next(of_a, letter);
      const State to_b = of_b == Automaton::kNone ? Automaton::kNone : b.next(of_b, letter);
      if (!is_lost(operation, to_a == Automaton::kNone, to_b == Automaton::kNone))
        result.set_next(from, letter, number_of(to_a, to_b));
    }
  }
  return minimised(result, workspace);
}

Automaton complement(const Automaton& automaton, AutomataWorkspace& workspace) {
  return combined(all_tuples(automaton.system(), automaton.tracks()), automaton, SetOperation::first_only, workspace);
}

std::optional<Word> shortest_word(const Automaton& automaton) {
  struct Step {
    Automaton::State from;
    Letter letter;
  };
  std::vector<std::optional<Step>> reached(automaton.states());
  std::deque<Automaton::State> open = {0};
  reached[0] = Step{Automaton::kNone, 0};
  while (!open.empty()) {
    Automaton::State state = open.front();
    open.pop_front();
    if (automaton.accepting(state)) {
      Word word;
      for (; reached[static_cast<std::size_t>(state)]->from != Automaton::kNone;
           state = reached[static_cast<std::size_t>(state)]->from)
        word.push_back(reached[static_cast<std::size_t>(state)]->letter);
      std::ranges::reverse(word);
      return word;
    }
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      const Automaton::State to = automaton.next(state, letter);
      if (to == Automaton::kNone || reached[static_cast<std::size_t>(to)]) continue;
      reached[static_cast<std::size_t>(to)] = Step{state, letter};
      open.push_back(to);
    }
  }
  return std::nullopt;
}

std::vector<BigPosition> first_tuples(const Automaton& automaton, std::size_t at_most) {
  const std::vector<bool> live = live_states(automaton);
  std::vector<BigPosition> found;
  struct Prefix {
    Automaton::State state;
    Word word;
  };
  std::vector<Prefix> layer = {{0, {}}};
  if (automaton.accepting(0) && at_most > 0) found.push_back(automaton.numbers_of({}));
  // Words of n letters follow from those of n - 1; none begins with a period of zeros.
  const auto is_zero = [](Letter letter) { return letter == 0; };
  const std::size_t period = automaton.system().period();
  while (!layer.empty() && found.size() < at_most) {
    std::vector<Prefix> longer;
    for (const Prefix& prefix : layer)
      for (Letter letter = 0; letter < automaton.letters(); ++letter) {
        const Automaton::State to = automaton.next(prefix.state, letter);
        if (to == Automaton::kNone || !live[static_cast<std::size_t>(to)]) continue;
        if (letter == 0 && prefix.word.size() + 1 == period && std::ranges::all_of(prefix.word, is_zero)) continue;
        longer.push_back({to, prefix.word});
        longer.back().word.push_back(letter);
        if (automaton.accepting(to) && found.size() < at_most) found.push_back(automaton.numbers_of(longer.back().word));
      }
    layer = std::move(longer);
  }
  return found;
}

namespace {

/// A walk over all words whose numbers do not pass a bound.
struct BoundedWalk {
  const Automaton& automaton;
  const Coordinate bound;
  const std::function<void(PositionView)>& visit;
  std::uint64_t prefixes_left;
  bool complete = true;

  /// What the number is at least.
  Coordinate least(Numeration::Prefix read, std::size_t place) const {
    while (place > 0) read = automaton.system().extended(read, 0, --place);
    return automaton.system().value(read);
  }
  /// `places` digits follow at least; `at_start` while none but zeros were read.
  void go(Automaton::State state, const std::vector<Numeration::Prefix>& read, std::size_t places, bool at_start) {
    complete = complete && prefixes_left > 0;
    if (!complete) return;
    --prefixes_left;
    const Numeration& system = automaton.system();
    if (automaton.accepting(state)) {
      Position numbers;
      for (const Numeration::Prefix& prefix : read) numbers.push_back(system.value(prefix));
      visit(numbers);
    }
    const std::size_t place = (places == 0 ? system.period() : places) - 1;
    std::vector<Numeration::Prefix> longer(read.size());
    for (Letter letter = at_start && place == 0 ? 1 : 0; letter < automaton.letters(); ++letter) {
      const Automaton::State to = automaton.next(state, letter);
      if (to == Automaton::kNone) continue;
      bool inside = true;
      for (std::size_t track = 0; track < read.size() && inside; ++track) {
        longer[track] = system.extended(read[track], automaton.digit(letter, track), place);
        inside = least(longer[track], place) <= bound;
      }
      if (inside) go(to, longer, place, at_start && letter == 0);
    }
  }
};

}  // namespace

bool for_each_tuple(const Automaton& automaton, Coordinate bound, const std::function<void(PositionView)>& visit,
                    std::uint64_t most_prefixes) {
  BoundedWalk walk{automaton, bound, visit, most_prefixes};
  walk.go(0, std::vector<Numeration::Prefix>(automaton.tracks()), 0, true);
  return walk.complete;
}

bool is_finite(const Automaton& automaton) {
  // Infinite where a live state lies on a circle that words reach which do not begin with a period of zeros.
  const std::vector<bool> live = live_states(automaton);
  std::vector<std::size_t> entering(automaton.states(), 0);
  std::vector<bool> reached(automaton.states(), false);
  const auto each_edge = [&](std::size_t from, Letter first, const auto& visit) {
    for (Letter letter = first; letter < automaton.letters(); ++letter)
      if (const State to = automaton.next(static_cast<State>(from), letter);
          to != kNoState && live[static_cast<std::size_t>(to)])
        visit(static_cast<std::size_t>(to));
  };
  std::vector<std::size_t> open;
  const auto reach = [&](std::size_t to) {
    if (reached[to]) return;
    reached[to] = true;
    open.push_back(to);
  };
  State zeros = 0;
  for (std::size_t i = 0; i < automaton.system().period() && zeros != kNoState; ++i) {
    each_edge(static_cast<std::size_t>(zeros), 1, reach);
    zeros = automaton.next(zeros, 0);
  }
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    each_edge(from, 0, [&](std::size_t to) {
      ++entering[to];
      reach(to);
    });
  }
  // States are taken off that none of the others leads to; what cannot be taken off lies on circles or behind them.
  std::size_t left = 0;
  for (std::size_t state = 0; state < automaton.states(); ++state) {
    if (!reached[state]) continue;
    ++left;
    if (entering[state] == 0) open.push_back(state);
  }
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    --left;
    each_edge(from, 0, [&](std::size_t to) {
      if (--entering[to] == 0) open.push_back(to);
    });
  }
  return left == 0;
}

}  // namespace bouton
