#include "engine/automata/linear.h"

#include <map>
#include <optional>
#include <utility>

namespace bouton {
namespace {

/// What is decided of a relation once a prefix has been read.
class Decision {
 public:
  Decision(const Numeration& system, const LinearRelation& relation) : system_(system), relation_(relation) {
    for (const std::int64_t coefficient : relation.coefficients)
      (coefficient < 0 ? negative_ : positive_) += std::abs(coefficient);
  }

  /// Whether the relation holds, or does not, whatever is read; nothing where that depends.
  std::optional<bool> of(Numeration::Prefix read) const {
    using Sign = Numeration::Sign;
    if (relation_.relation == Relation::equal) {
      if (system_.decide(read, negative_, positive_, relation_.constant) != Sign::open) return false;
      return std::nullopt;
    }
    // At most 0 is less than 1.
    if (system_.decide(read, negative_, positive_, relation_.constant - 1) == Sign::negative) return true;
    if (system_.decide(read, negative_, positive_, relation_.constant) == Sign::positive) return false;
    return std::nullopt;
  }
  bool holds_at_end(Numeration::Prefix read) const {
    const std::int64_t whole = system_.value(read) + relation_.constant;
    return relation_.relation == Relation::equal ? whole == 0 : whole <= 0;
  }

 private:
  const Numeration& system_;
  const LinearRelation& relation_;
  std::int64_t negative_ = 0, positive_ = 0;
};

}  // namespace

LinearAutomaton::LinearAutomaton(const Numeration& system, const LinearRelation& relation,
                                 const std::vector<std::int64_t>& sums, AutomataWorkspace& workspace)
    : transitions_{sums.size(), {}, {}} {
  const Decision decision(system, relation);
  std::map<std::pair<std::int64_t, std::int64_t>, State> numbers;
  std::vector<Numeration::Prefix> prefixes;
  State always = kNoState;
  const auto new_state = [&](Numeration::Prefix read, bool accepting) {
    prefixes.push_back(read);
    workspace.check_states(prefixes.size());
    return transitions_.add_state(accepting);
  };
  const auto state_of = [&](Numeration::Prefix read) -> State {
    if (const std::optional<bool> decided = decision.of(read)) {
      if (!*decided) return kNoState;
      if (always == kNoState) always = new_state(read, true);
      return always;
    }
    const auto [at, is_new] = numbers.try_emplace({read.u, read.v}, kNoState);
    if (is_new) at->second = new_state(read, decision.holds_at_end(read));
    return at->second;
  };
  // The start is kept even where all is decided, so that there is one.
  numbers[{0, 0}] = new_state({}, decision.holds_at_end({}));
  for (std::size_t from = 0; from < prefixes.size(); ++from) {
    workspace.spend(sums.size());
    for (std::size_t sum = 0; sum < sums.size(); ++sum)
      transitions_.set_next(static_cast<State>(from), static_cast<Letter>(sum),
                            static_cast<State>(from) == always ? always : state_of(system.extended(prefixes[from], sums[sum])));
  }
  transitions_ = minimised(transitions_, workspace);
}

}  // namespace bouton
