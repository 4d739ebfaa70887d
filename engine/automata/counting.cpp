#include "engine/automata/counting.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace bouton {
namespace {

/// W(0), W(1), ... of the places of words of a length.
std::vector<Integer> weights_of(const Numeration& system, std::size_t places) {
  std::vector<Integer> weights;
  for (std::vector<Digit> digits = {1}; weights.size() < places; digits.push_back(0))
    weights.push_back(system.value_of(digits));
  return weights;
}

}  // namespace

BoxCount count_in_box(const Automaton& set, const BigPosition& low, const BigPosition& high, const Integer& greatest,
                      AutomataWorkspace& workspace) {
  const Numeration& system = set.system();
  const std::size_t bounded = low.size(), last = set.tracks() - 1;
  std::vector<std::vector<Digit>> lows, highs;
  std::size_t places = system.digits_of(greatest).size();
  for (std::size_t i = 0; i < bounded; ++i) {
    lows.push_back(system.digits_of(low[i]));
    highs.push_back(system.digits_of(high[i]));
    places = std::max({places, lows.back().size(), highs.back().size()});
  }
  places = (places + system.period() - 1) / system.period() * system.period();
  for (std::size_t i = 0; i < bounded; ++i) {
    lows[i].insert(lows[i].begin(), places - lows[i].size(), Digit{0});
    highs[i].insert(highs[i].begin(), places - highs[i].size(), Digit{0});
  }
  const std::vector<Integer> weights = weights_of(system, places);
  // What was read: the state, and of each bounded number whether its digits are those of its lower bound so far (bit 2 i), or
  // of its upper one (bit 2 i + 1). Words of one length are in the order of their numbers.
  const std::size_t ties = std::size_t{1} << (2 * bounded);
  workspace.check_states(set.states() * ties);
  std::vector<BoxCount> now(set.states() * ties), next(set.states() * ties);
  std::vector<std::size_t> reached = {ties - 1}, reached_next;
  now[ties - 1].count = 1;
  for (std::size_t at = 0; at < places; ++at) {
    for (const std::size_t from : reached) {
      workspace.spend(set.letters());
      const auto state = static_cast<State>(from / ties);
      const std::size_t tied = from % ties;
      for (Letter letter = 0; letter < set.letters(); ++letter) {
        const State to = set.next(state, letter);
        if (to == kNoState) continue;
        std::size_t still = 0;
        bool inside = true;
        for (std::size_t i = 0; i < bounded && inside; ++i) {
          const Digit digit = set.digit(letter, i);
          const bool tied_low = (tied >> (2 * i) & 1) != 0, tied_high = (tied >> (2 * i + 1) & 1) != 0;
          inside = !(tied_low && digit < lows[i][at]) && !(tied_high && digit > highs[i][at]);
          if (tied_low && digit == lows[i][at]) still |= std::size_t{1} << (2 * i);
          if (tied_high && digit == highs[i][at]) still |= std::size_t{1} << (2 * i + 1);
        }
        if (!inside) continue;
        const std::size_t there = static_cast<std::size_t>(to) * ties + still;
        if (next[there].count == 0) reached_next.push_back(there);
        next[there].count += now[from].count;
        next[there].total += now[from].total;
        if (const Digit digit = set.digit(letter, last); digit != 0)
          next[there].total += now[from].count * weights[places - 1 - at] * static_cast<unsigned long>(digit);
      }
      now[from] = {};
    }
    std::swap(now, next);
    reached = std::exchange(reached_next, {});
  }
  BoxCount sum;
  for (const std::size_t from : reached)
    if (set.accepting(static_cast<State>(from / ties))) {
      sum.count += now[from].count;
      sum.total += now[from].total;
    }
  return sum;
}

}  // namespace bouton
