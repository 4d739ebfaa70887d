#include "engine/automata/conjunction.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <limits>
#include <map>
#include <unordered_map>

namespace bouton {
namespace {

/// A node of a hash table, and the place of what it holds in a list.
constexpr std::size_t kBytesOfNode = 96;
/// Letters of all variables of a product: at most so many.
constexpr std::size_t kMostLetters = 1U << 14;

struct HashOfStates {
  std::size_t operator()(const std::vector<std::int32_t>& states) const {
    std::uint64_t hash = states.size();
    for (const std::int32_t state : states) {
      hash = (hash ^ static_cast<std::uint32_t>(state)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

}  // namespace

/// The product of all conditions, and of the words of every variable, as an automaton over letters of all variables. Its states
/// get numbers as they are met.
class Conjunction::Product {
  /// A bit a letter.
  using Bits = std::vector<std::uint64_t>;

 public:
  Product(const Conjunction& of, AutomataWorkspace& workspace)
      : of_(of), workspace_(workspace), words_(of.system_, of.variables_) {
    if (letters_of(of) > kMostLetters) throw AutomatonTooLarge{};
    const std::size_t letters = words_.letters();
    for (const LinearRelation& relation : of.relations_) {
      std::map<std::int64_t, std::size_t> numbers;
      std::vector<std::int64_t> sums, sum_of(letters, 0);
      for (Letter letter = 0; letter < letters; ++letter) {
        for (std::size_t i = 0; i < of.variables_; ++i) sum_of[letter] += relation.coefficients[i] * words_.digit(letter, i);
        if (numbers.try_emplace(sum_of[letter], sums.size()).second) sums.push_back(sum_of[letter]);
      }
      linear_.emplace_back(of.system_, relation, sums, workspace);
      for (const std::int64_t sum : sum_of) part_letters_.push_back(static_cast<Letter>(numbers[sum]));
    }
    for (const Membership& membership : of.sets_) {
      for (Letter letter = 0; letter < letters; ++letter) {
        Letter part = 0, weight = 1;
        for (const std::size_t variable : membership.variables) {
          part += weight * words_.digit(letter, variable);
          weight *= static_cast<Letter>(of.system_.digits());
        }
        part_letters_.push_back(part);
      }
    }
    const std::size_t words = (letters + 63) / 64;
    not_next_.assign(of.system_.tails() * of.variables_, Bits(words, 0));
    allowed_by_.resize(conditions());
    for (std::size_t place = 0; place < of.system_.period(); ++place) {
      allowed_in_place_.emplace_back(words, 0);
      for (Letter letter = 0; letter < letters; ++letter) {
        shapes_.push_back(shape_of(letter, place));
        const std::uint64_t bit = std::uint64_t{1} << (letter % 64);
        allowed_in_place_.back()[letter / 64] |= bit;
        for (std::size_t i = 0; i < of.variables_; ++i) {
          const Digit digit = words_.digit(letter, i);
          if (!of.system_.after(0, digit, place)) allowed_in_place_.back()[letter / 64] &= ~bit;
          for (Numeration::Tail tail = 1; tail < of.system_.tails(); ++tail)
            if (!of.system_.after(tail, digit, place)) not_next_[tail * of.variables_ + i][letter / 64] |= bit;
        }
      }
    }
    number_of(std::vector<std::int32_t>(kWords + of.relations_.size() + of.sets_.size(), 0));
  }

  std::size_t letters() const { return words_.letters(); }
  Digit digit(Letter letter, std::size_t variable) const { return words_.digit(letter, variable); }
  std::size_t states() const { return tuples_.size(); }

  bool accepting(State state) const {
    const std::vector<std::int32_t>& tuple = *tuples_[static_cast<std::size_t>(state)];
    if (tuple[kRead] != 0) return false;
    for (std::size_t i = 0; i < linear_.size(); ++i)
      if (!linear_[i].transitions().accepts_at(tuple[kWords + i])) return false;
    for (std::size_t i = 0; i < of_.sets_.size(); ++i)
      if (!of_.sets_[i].set->accepting(tuple[kWords + linear_.size() + i])) return false;
    return true;
  }

  /// The state after the letter, kNoState where a condition surely fails.
  State next(State from, Letter letter) {
    return (allowed_letters(from)[letter / 64] >> (letter % 64) & 1U) != 0 ? after(from, letter) : kNoState;
  }
  /// Calls visit(letter, state) for the letters that lead to a state, in their order. Takes a few steps, and one for each.
  template <class Visit>
  void for_each_next(State from, Visit visit) {
    const Bits letters = allowed_letters(from);
    std::uint64_t edges = 0;
    for (std::size_t word = 0; word < letters.size(); ++word)
      for (std::uint64_t bits = letters[word]; bits != 0; bits &= bits - 1, ++edges) {
        const auto letter = static_cast<Letter>(64 * word + static_cast<std::size_t>(std::countr_zero(bits)));
        visit(letter, after(from, letter));
      }
    workspace_.spend(edges + letters.size() * (kWords + linear_.size() + of_.sets_.size()));
  }

 private:
  /// A state's first numbers are about the words of the variables: how many digits were read, modulo the period; and the tails
  /// (Numeration::Tail) of the variables, a bit a variable: those of which the tail is odd, and is 2 or 3.
  static constexpr std::size_t kRead = 0, kOddTail = 1, kLongTail = 2, kWords = 3;
  static_assert(Numeration::kMostOrder <= 4);
  /// Of each tail, the variables for which a letter makes it one more, a bit a variable.
  using Shape = std::array<std::uint32_t, Numeration::kMostOrder>;

  static std::size_t letters_of(const Conjunction& of) {
    std::size_t letters = 1;
    for (std::size_t i = 0; i < of.variables_ && letters <= kMostLetters; ++i)
      letters *= static_cast<std::size_t>(of.system_.digits());
    return letters;
  }
  Shape shape_of(Letter letter, std::size_t place) const {
    Shape shape{};
    for (std::size_t i = 0; i < of_.variables_; ++i)
      for (Numeration::Tail tail = 0; tail < of_.system_.tails(); ++tail)
        if (of_.system_.after(tail, words_.digit(letter, i), place).value_or(0) > 0) shape[tail] |= 1U << i;
    return shape;
  }
  /// The variables with the tail, a bit a variable.
  static std::uint32_t with_tail(const std::vector<std::int32_t>& tuple, Numeration::Tail tail) {
    const auto is_odd = static_cast<std::uint32_t>(tuple[kOddTail]), is_long = static_cast<std::uint32_t>(tuple[kLongTail]);
    return ((tail & 1U) != 0 ? is_odd : ~is_odd) & ((tail & 2U) != 0 ? is_long : ~is_long);
  }
  std::size_t place_of(const std::vector<std::int32_t>& tuple) const {
    return of_.system_.period() - 1 - static_cast<std::size_t>(tuple[kRead]);
  }
  /// The words of all variables go on with the letter: see Numeration::after.
  void read_words(const std::vector<std::int32_t>& from, Letter letter, std::vector<std::int32_t>& to) const {
    const std::size_t place = place_of(from);
    const Shape& shape = shapes_[place * words_.letters() + letter];
    to[kRead] = place == 0 ? 0 : from[kRead] + 1;
    std::uint32_t is_odd = 0, is_long = 0;
    for (Numeration::Tail tail = 0; tail + 1 < of_.system_.tails(); ++tail) {
      const std::uint32_t longer = with_tail(from, tail) & shape[tail];
      if (tail % 2 == 0) is_odd |= longer;
      if (tail > 0) is_long |= longer;
    }
    to[kOddTail] = static_cast<std::int32_t>(is_odd);
    to[kLongTail] = static_cast<std::int32_t>(is_long);
  }

  std::size_t conditions() const { return linear_.size() + of_.sets_.size(); }
  const Transitions& condition(std::size_t i) const {
    return i < linear_.size() ? linear_[i].transitions() : of_.sets_[i - linear_.size()].set->transitions();
  }
  Letter part_letter(std::size_t condition, Letter letter) const {
    return part_letters_[condition * words_.letters() + letter];
  }
  /// The letters with which a condition's automaton goes on from a state.
  const Bits& allowed_by(std::size_t condition, State state) {
    std::vector<Bits>& of_condition = allowed_by_[condition];
    if (of_condition.size() <= static_cast<std::size_t>(state)) of_condition.resize(this->condition(condition).states());
    Bits& bits = of_condition[static_cast<std::size_t>(state)];
    if (!bits.empty()) return bits;
    bits.resize((words_.letters() + 63) / 64, 0);
    memory_.add(bits.size() * sizeof(bits[0]));
    for (Letter letter = 0; letter < words_.letters(); ++letter)
      if (this->condition(condition).next(state, part_letter(condition, letter)) != kNoState)
        bits[letter / 64] |= std::uint64_t{1} << (letter % 64);
    workspace_.spend(words_.letters() / 8);
    return bits;
  }
  const Bits& allowed_letters(State from) {
    const std::vector<std::int32_t>& tuple = *tuples_[static_cast<std::size_t>(from)];
    allowed_ = allowed_in_place_[place_of(tuple)];
    for (Numeration::Tail tail = 1; tail < of_.system_.tails(); ++tail)
      for (std::uint32_t variables = with_tail(tuple, tail); variables != 0; variables &= variables - 1) {
        const auto variable = static_cast<std::size_t>(std::countr_zero(variables));
        const Bits& not_next = not_next_[tail * of_.variables_ + variable];
        for (std::size_t word = 0; word < allowed_.size(); ++word) allowed_[word] &= ~not_next[word];
      }
    for (std::size_t i = 0; i < conditions(); ++i) {
      const Bits& bits = allowed_by(i, tuple[kWords + i]);
      for (std::size_t word = 0; word < allowed_.size(); ++word) allowed_[word] &= bits[word];
    }
    return allowed_;
  }
  /// The state after a letter that is allowed.
  State after(State from, Letter letter) {
    const std::vector<std::int32_t>& tuple = *tuples_[static_cast<std::size_t>(from)];
    scratch_.resize(tuple.size());
    read_words(tuple, letter, scratch_);
    for (std::size_t i = 0; i < conditions(); ++i)
      scratch_[kWords + i] = condition(i).next(tuple[kWords + i], part_letter(i, letter));
    return number_of(scratch_);
  }

  State number_of(const std::vector<std::int32_t>& tuple) {
    const auto [at, is_new] = numbers_.try_emplace(tuple, static_cast<State>(tuples_.size()));
    if (is_new) {
      tuples_.push_back(&at->first);
      workspace_.check_states(tuples_.size());
      memory_.add(kBytesOfNode + tuple.size() * sizeof(tuple[0]));
    }
    return at->second;
  }

  const Conjunction& of_;
  AutomataWorkspace& workspace_;
  Reservation memory_{workspace_.account()};
  Automaton words_;  ///< for its letters alone
  std::vector<LinearAutomaton> linear_;
  std::vector<Letter> part_letters_;           ///< of every condition in turn: its letter for each letter of the product
  std::vector<Shape> shapes_;                  ///< by place modulo the period, and by letter
  std::vector<Bits> allowed_in_place_;         ///< by place: the letters that may be read
  std::vector<Bits> not_next_;                 ///< by tail and variable: those that may not
  std::vector<std::vector<Bits>> allowed_by_;  ///< by condition and state of its automaton; empty while nobody asked
  Bits allowed_;                               ///< what allowed_letters() said last
  std::unordered_map<std::vector<std::int32_t>, State, HashOfStates> numbers_;
  std::vector<const std::vector<std::int32_t>*> tuples_;
  std::vector<std::int32_t> scratch_;
};

namespace {

/// A nondeterministic automaton over the letters of the tracks that are seen.
struct Seen {
  struct Edge {
    Letter letter;
    State to;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> accepting;
};

/// Drops the edges to states from which nothing is accepted; returns whether the start is not one of those.
bool keep_live(Seen& seen) {
  std::vector<std::vector<State>> entering(seen.edges.size());
  for (std::size_t from = 0; from < seen.edges.size(); ++from)
    for (const Seen::Edge& edge : seen.edges[from])
      entering[static_cast<std::size_t>(edge.to)].push_back(static_cast<State>(from));
  std::vector<bool> live = seen.accepting;
  std::vector<std::size_t> open;
  for (std::size_t state = 0; state < live.size(); ++state)
    if (live[state]) open.push_back(state);
  while (!open.empty()) {
    const std::size_t to = open.back();
    open.pop_back();
    for (const State from : entering[to])
      if (!live[static_cast<std::size_t>(from)]) {
        live[static_cast<std::size_t>(from)] = true;
        open.push_back(static_cast<std::size_t>(from));
      }
  }
  for (auto& edges : seen.edges)
    std::erase_if(edges, [&](const Seen::Edge& edge) { return !live[static_cast<std::size_t>(edge.to)]; });
  return live[0];
}

/// The states that words of so many zero letters, or a multiple of that, lead to: where a tuple's word may begin once hidden
/// numbers may be longer.
std::vector<State> starts(const Seen& seen, std::size_t period) {
  std::vector<State> found = {0};
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::vector<State> reached = {found[i]};
    for (std::size_t zero = 0; zero < period; ++zero) {
      std::vector<State> next;
      for (const State from : reached)
        for (const Seen::Edge& edge : seen.edges[static_cast<std::size_t>(from)])
          if (edge.letter == 0 && std::ranges::find(next, edge.to) == next.end()) next.push_back(edge.to);
      reached = std::move(next);
    }
    for (const State state : reached)
      if (std::ranges::find(found, state) == found.end()) found.push_back(state);
  }
  std::ranges::sort(found);
  return found;
}

/// Makes it deterministic: a state of the result is a set of states.
Automaton determinised(const Seen& seen, Automaton result, AutomataWorkspace& workspace) {
  std::unordered_map<std::vector<State>, State, HashOfStates> numbers;
  std::deque<const std::vector<State>*> open;
  Reservation memory(workspace.account());
  const auto number_of = [&](std::vector<State> set) {
    const auto [at, is_new] = numbers.try_emplace(std::move(set), static_cast<State>(numbers.size()));
    if (is_new) {
      const bool accepting =
          std::ranges::any_of(at->first, [&](State state) { return seen.accepting[static_cast<std::size_t>(state)]; });
      if (at->second == 0) result.set_accepting(0, accepting);
      else result.add_state(accepting);
      workspace.check_states(result.states());
      memory.add(kBytesOfNode + at->first.size() * sizeof(State));
      open.push_back(&at->first);
    }
    return at->second;
  };
  number_of(starts(seen, result.system().period()));
  std::vector<std::vector<State>> by_letter(result.letters());
  for (State from = 0; !open.empty(); ++from) {
    const std::vector<State>& set = *open.front();
    open.pop_front();
    for (const State state : set)
      for (const Seen::Edge& edge : seen.edges[static_cast<std::size_t>(state)]) by_letter[edge.letter].push_back(edge.to);
    for (Letter letter = 0; letter < by_letter.size(); ++letter) {
      std::vector<State>& to = by_letter[letter];
      if (to.empty()) continue;
      workspace.spend(to.size());
      std::ranges::sort(to);
      to.erase(std::ranges::unique(to).begin(), to.end());
      result.set_next(from, letter, number_of(to));
      to.clear();
    }
  }
  return result;
}

}  // namespace

std::vector<std::size_t> Conjunction::scope_of(std::size_t variable) const {
  std::vector<bool> in(variables_, false);
  in[variable] = true;
  for (const LinearRelation& relation : relations_) {
    if (relation.coefficients[variable] == 0) continue;
    for (std::size_t i = 0; i < variables_; ++i) in[i] = in[i] || relation.coefficients[i] != 0;
  }
  for (const Membership& membership : sets_)
    if (std::ranges::find(membership.variables, variable) != membership.variables.end())
      for (const std::size_t i : membership.variables) in[i] = true;
  std::vector<std::size_t> scope;
  for (std::size_t i = 0; i < variables_; ++i)
    if (in[i]) scope.push_back(i);
  return scope;
}

std::optional<std::size_t> Conjunction::variable_to_leave_out(const std::vector<std::size_t>& seen) const {
  std::optional<std::size_t> found;
  std::size_t least = variables_;
  for (std::size_t variable = 0; variable < variables_; ++variable) {
    if (std::ranges::find(seen, variable) != seen.end()) continue;
    const std::size_t size = scope_of(variable).size();
    if (size >= least) continue;
    least = size;
    found = variable;
  }
  return found;
}

Conjunction Conjunction::without(std::size_t variable, AutomataWorkspace& workspace) const {
  const std::vector<std::size_t> scope = scope_of(variable);
  const auto place_in_scope = [&](std::size_t i) {
    return static_cast<std::size_t>(std::ranges::lower_bound(scope, i) - scope.begin());
  };
  const auto place_without = [&](std::size_t i) { return i > variable ? i - 1 : i; };
  Conjunction part(system_, scope.size()), rest(system_, variables_ - 1);
  rest.owned_ = owned_;
  for (const LinearRelation& relation : relations_) {
    LinearRelation moved = relation;
    if (relation.coefficients[variable] == 0) {
      moved.coefficients.erase(moved.coefficients.begin() + static_cast<std::ptrdiff_t>(variable));
      rest.add(std::move(moved));
      continue;
    }
    moved.coefficients.clear();
    for (const std::size_t i : scope) moved.coefficients.push_back(relation.coefficients[i]);
    part.add(std::move(moved));
  }
  for (const Membership& membership : sets_) {
    const bool speaks = std::ranges::find(membership.variables, variable) != membership.variables.end();
    std::vector<std::size_t> moved;
    for (const std::size_t i : membership.variables) moved.push_back(speaks ? place_in_scope(i) : place_without(i));
    (speaks ? part : rest).add(*membership.set, std::move(moved));
  }
  if (scope.size() == 1 && part.relations_.empty() && part.sets_.empty()) return rest;
  std::vector<std::size_t> others, left;
  for (const std::size_t i : scope)
    if (i != variable) {
      others.push_back(place_in_scope(i));
      left.push_back(place_without(i));
    }
  rest.add(part.projection(others, workspace), std::move(left));
  return rest;
}

Automaton Conjunction::projection(const std::vector<std::size_t>& seen, AutomataWorkspace& workspace) const {
  if (const std::optional<std::size_t> variable = variable_to_leave_out(seen)) {
    std::vector<std::size_t> moved;
    for (const std::size_t i : seen) moved.push_back(i > *variable ? i - 1 : i);
    return without(*variable, workspace).projection(moved, workspace);
  }
  Product product(*this, workspace);
  Automaton result(system_, seen.size(), workspace.account());
  std::vector<Letter> seen_letter(product.letters(), 0);
  for (Letter letter = 0; letter < product.letters(); ++letter) {
    Letter weight = 1;
    for (const std::size_t variable : seen) {
      seen_letter[letter] += weight * product.digit(letter, variable);
      weight *= static_cast<Letter>(system_.digits());
    }
  }
  Seen edges;
  Reservation memory(workspace.account());
  for (std::size_t from = 0; from < product.states(); ++from) {
    edges.edges.emplace_back();
    edges.accepting.push_back(product.accepting(static_cast<State>(from)));
    product.for_each_next(static_cast<State>(from), [&](Letter letter, State to) {
      edges.edges.back().push_back({seen_letter[letter], to});
    });
    // The list doubles as it grows.
    memory.add(sizeof(edges.edges.back()) + 2 * edges.edges.back().size() * sizeof(Seen::Edge));
    std::ranges::sort(edges.edges.back());
    edges.edges.back().erase(std::ranges::unique(edges.edges.back()).begin(), edges.edges.back().end());
  }
  if (!keep_live(edges)) return result;
  return minimised(determinised(edges, std::move(result), workspace), workspace);
}

std::optional<BigPosition> Conjunction::witness(AutomataWorkspace& workspace) const {
  Product product(*this, workspace);
  struct Step {
    State from;
    Letter letter;
  };
  std::vector<Step> reached = {{kNoState, 0}};  // no longer than the states that the product charges for
  for (std::size_t from = 0; from < reached.size(); ++from) {
    if (product.accepting(static_cast<State>(from))) {
      Word word;
      for (State state = static_cast<State>(from); reached[static_cast<std::size_t>(state)].from != kNoState;
           state = reached[static_cast<std::size_t>(state)].from)
        word.push_back(reached[static_cast<std::size_t>(state)].letter);
      std::ranges::reverse(word);
      return Automaton(system_, variables_).numbers_of(word);
    }
    product.for_each_next(static_cast<State>(from), [&](Letter letter, State to) {
      if (to == static_cast<State>(reached.size())) reached.push_back({static_cast<State>(from), letter});
    });
  }
  return std::nullopt;
}

namespace {

/// Every way through the layers, at most so many, as words.
struct Ways {
  std::vector<Word> words;
  bool complete = true;
};

struct LayerEdge {
  State from, to;
  Letter letter;
};
using Layer = std::vector<LayerEdge>;

void keep_different(std::vector<State>& states) {
  std::ranges::sort(states);
  states.erase(std::ranges::unique(states).begin(), states.end());
}

/// Drops the edges that lead to none of the last states, and sorts the others by where they come from.
void keep_ways_to(std::vector<State> last, std::vector<Layer>& layers) {
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    std::erase_if(*layer, [&](const LayerEdge& edge) { return !std::ranges::binary_search(last, edge.to); });
    last.clear();
    for (const LayerEdge& edge : *layer) last.push_back(edge.from);
    keep_different(last);
    std::ranges::sort(*layer, {}, &LayerEdge::from);
  }
}

/// `layers` are not empty, and every edge has one that goes on from where it leads to.
Ways ways_through(const std::vector<Layer>& layers, std::size_t at_most, AutomataWorkspace& workspace) {
  Ways ways;
  const auto edges_from = [&](std::size_t layer, State from) {
    return std::ranges::equal_range(layers[layer], from, {}, &LayerEdge::from);
  };
  std::vector<decltype(edges_from(0, 0))> open = {edges_from(0, 0)};
  Word word;
  while (!open.empty()) {
    if (open.back().empty()) {
      open.pop_back();
      if (!word.empty()) word.pop_back();
      continue;
    }
    const LayerEdge edge = open.back().front();
    open.back().advance(1);
    workspace.spend(1);
    word.push_back(edge.letter);
    if (word.size() < layers.size()) {
      open.push_back(edges_from(word.size(), edge.to));
      continue;
    }
    ways.complete = ways.words.size() < at_most;
    if (!ways.complete) return ways;
    ways.words.push_back(word);
    word.pop_back();
  }
  return ways;
}

}  // namespace

Conjunction::Solutions Conjunction::solutions(const BigPosition& given, std::size_t more_digits, std::size_t at_most,
                                              AutomataWorkspace& workspace) const {
  Product product(*this, workspace);
  const Automaton of_given(system_, given.size());
  // One period of zeros at least, so that there is a layer.
  Word given_word((more_digits / system_.period() + 1) * system_.period(), 0);
  for (const Letter letter : of_given.word_of(given)) given_word.push_back(letter);
  std::vector<std::vector<Letter>> choices(of_given.letters());
  for (Letter letter = 0; letter < product.letters(); ++letter) choices[letter % choices.size()].push_back(letter);

  std::vector<Layer> layers;
  Reservation memory(workspace.account());
  std::vector<State> states = {0};
  for (const Letter seen : given_word) {
    layers.emplace_back();
    std::vector<State> reached;
    for (const State from : states) {
      workspace.spend(choices[seen].size());
      for (const Letter letter : choices[seen])
        if (const State to = product.next(from, letter); to != kNoState) {
          layers.back().push_back({from, to, letter});
          reached.push_back(to);
        }
    }
    memory.add(layers.back().size() * sizeof(LayerEdge));
    keep_different(reached);
    states = std::move(reached);
  }
  std::erase_if(states, [&](State state) { return !product.accepting(state); });
  keep_ways_to(std::move(states), layers);
  const Automaton all(system_, variables_);
  const Ways ways = ways_through(layers, at_most, workspace);
  Solutions solutions{{}, ways.complete};
  for (const Word& word : ways.words) solutions.values.push_back(all.numbers_of(word));
  return solutions;
}

}  // namespace bouton
