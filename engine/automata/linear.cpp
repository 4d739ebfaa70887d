#include "engine/automata/linear.h"

#include <map>
#include <optional>
#include <utility>

namespace bouton {
namespace {

/// What was read, and how many digits follow, or a multiple of the system's period more.
struct Read {
  Numeration::Prefix prefix{};
  std::size_t places = 0;
  friend auto operator<=>(const Read&, const Read&) = default;
};

/// What is decided of a relation once a prefix has been read.
class Decision {
 public:
  Decision(const Numeration& system, const LinearRelation& relation) : system_(system), relation_(relation) {
    for (const std::int64_t coefficient : relation.coefficients)
      (coefficient < 0 ? negative_ : positive_) += std::abs(coefficient);
  }

  /// Whether the relation holds, or does not, whatever is read; nothing where that depends.
  std::optional<bool> of(const Read& read) const {
    using Sign = Numeration::Sign;
    const auto sign = [&](std::int64_t constant) {
      return system_.decide(read.prefix, negative_, positive_, constant, read.places);
    };
    if (relation_.relation == Relation::equal) {
      if (sign(relation_.constant) != Sign::open) return false;
      return std::nullopt;
    }
    // At most 0 is less than 1.
    if (sign(relation_.constant - 1) == Sign::negative) return true;
    if (sign(relation_.constant) == Sign::positive) return false;
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
    : transitions_(sums.size(), workspace.account()) {
  constexpr std::size_t kBytesOfState = 160;  // what was read, and a node of the map
  Reservation memory(workspace.account());
  const Decision decision(system, relation);
  std::map<Read, State> numbers;
  std::vector<Read> read;
  State always = kNoState;
  const auto new_state = [&](const Read& what, bool accepting) {
    read.push_back(what);
    workspace.check_states(read.size());
    memory.add(kBytesOfState);
    return transitions_.add_state(accepting);
  };
  const auto state_of = [&](const Read& what) -> State {
    if (const std::optional<bool> decided = decision.of(what)) {
      if (!*decided) return kNoState;
      if (always == kNoState) always = new_state(what, true);
      return always;
    }
    const auto [at, is_new] = numbers.try_emplace(what, kNoState);
    if (is_new) at->second = new_state(what, what.places == 0 && decision.holds_at_end(what.prefix));
    return at->second;
  };
  // The start is kept even where all is decided, so that there is one.
  numbers[{}] = new_state({}, decision.holds_at_end({}));
  for (std::size_t from = 0; from < read.size(); ++from) {
    workspace.spend(sums.size());
    const std::size_t place = (read[from].places == 0 ? system.period() : read[from].places) - 1;
    for (std::size_t sum = 0; sum < sums.size(); ++sum) {
      const bool is_always = static_cast<State>(from) == always;
      transitions_.set_next(static_cast<State>(from), static_cast<Letter>(sum),
                            is_always ? always : state_of({system.extended(read[from].prefix, sums[sum], place), place}));
    }
  }
  transitions_ = minimised(transitions_, workspace);
}

}  // namespace bouton
