#include "engine/compound/compound_theory.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace bouton {
namespace {

// Flags of a state. What they say of a component, they say of some of those that were folded.
constexpr std::uint8_t kEnded = 1;          ///< has ended
constexpr std::uint8_t kWon = 2;            ///< is N
constexpr std::uint8_t kNoValue = 4;        ///< has no foreclosed value
constexpr std::uint8_t kOneActive = 8;      ///< one that has not ended
constexpr std::uint8_t kMoreActive = 16;    ///< two or more that have not ended
constexpr std::uint8_t kLostMisere = 32;    ///< the first that has not ended is P under misère play
constexpr std::uint8_t kLostBeforeP = 64;   ///< of a sequential compound: is P if what follows is P
constexpr std::uint8_t kLostBeforeN = 128;  ///< the same if what follows is N

std::uint8_t with(std::uint8_t flags, std::uint8_t flag, bool set = true) {
  return static_cast<std::uint8_t>(set ? flags | flag : flags & ~flag);
}

bool has(std::uint8_t flags, std::uint8_t flag) { return (flags & flag) != 0; }

std::string_view letter_of(bool lost) { return lost ? "P" : "N"; }

}  // namespace

CompoundTheory::CompoundTheory(const CompoundRules& rules, std::vector<ComponentValues::Sources> sources, const Budget& budget,
                               const std::shared_ptr<MemoryAccount>& account)
    : rules_(rules), compound_(rules.compound()), misere_(rules.play() == Play::misere), budget_(budget) {
  sources.resize(rules.games().size());
  values_.reserve(rules.games().size());
  for (std::size_t i = 0; i < rules.games().size(); ++i) values_.emplace_back(rules, i, std::move(sources[i]), budget, account);
}

/// The outcome of components under which play is looked at.
bool CompoundTheory::needs_outcome(Play play) const {
  switch (compound_) {
    case Compound::selective: return play == Play::normal || misere_;
    case Compound::shortened_selective: return (play == Play::misere) == misere_;
    case Compound::ordinal: return play == Play::normal || misere_;
    case Compound::sequential: return true;
    default: return false;
  }
}

/// The number of components that is looked at.
std::optional<CompoundTheory::Quantity> CompoundTheory::quantity() const {
  switch (compound_) {
    case Compound::conjunctive: return Quantity::remoteness;
    case Compound::continued_conjunctive: return Quantity::suspense;
    case Compound::diminished_disjunctive: return Quantity::foreclosed;
    default: return std::nullopt;
  }
}

bool CompoundTheory::is_seen_endless(PositionView position, const Effort& effort) {
  const CompoundRules::Positions components = CompoundRules::positions_in(position);
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto loops = [&](Quantity quantity, Play play) {
      return values_[i].look(quantity, play, components[i], effort) == bouton::Search::Status::loopy;
    };
    for (const Play play : {Play::normal, Play::misere})
      if (needs_outcome(play) && loops(Quantity::outcome, play)) return true;
    if (quantity() && loops(*quantity(), rules_.play())) return true;
  }
  return false;
}

CompoundTheory::Digest CompoundTheory::digest(std::size_t component, PositionView position) {
  ComponentValues& values = values_[component];
  const Play play = rules_.play();
  Digest digest;
  if (needs_outcome(Play::normal)) digest.lost = values.outcome(Play::normal, position) == Outcome::P;
  if (needs_outcome(Play::misere)) digest.lost_misere = values.outcome(Play::misere, position) == Outcome::P;
  switch (compound_) {
    case Compound::conjunctive: digest.number = values.remoteness(play, position); break;
    case Compound::continued_conjunctive: digest.number = values.suspense(play, position); break;
    case Compound::diminished_disjunctive:
      if (const std::optional<Grundy> value = values.foreclosed(play, position)) digest.number = *value;
      digest.ended = digest.number == Digest::kNoNumber && rules_.has_ended(component, position);
      return digest;
    default:
      // What has ended is P under normal play, and N under misère play.
      digest.ended = needs_outcome(Play::normal) ? digest.lost && values.has_ended(Play::normal, position)
                                                 : !digest.lost_misere && values.has_ended(Play::misere, position);
      return digest;
  }
  digest.ended = digest.number == 0;
  return digest;
}

CompoundTheory::State CompoundTheory::begin() const {
  State state;
  if (compound_ == Compound::conjunctive) state.number = std::numeric_limits<std::uint32_t>::max();
  if (compound_ == Compound::sequential) state.flags = kLostBeforeP;  // nothing is what follows it
  return state;
}

CompoundTheory::State CompoundTheory::fold(State state, const Digest& digest) const {
  switch (compound_) {
    case Compound::disjunctive: break;
    case Compound::diminished_disjunctive:
      if (digest.ended) state.flags = with(state.flags, kEnded);
      else if (digest.number != Digest::kNoNumber) state.number ^= static_cast<std::uint32_t>(digest.number);
      else state.flags = with(state.flags, kNoValue);
      break;
    case Compound::conjunctive: state.number = std::min(state.number, static_cast<std::uint32_t>(digest.number)); break;
    case Compound::continued_conjunctive:
      state.number = std::max(state.number, static_cast<std::uint32_t>(digest.number));
      break;
    case Compound::selective:
    case Compound::ordinal:
      if (misere_) return fold_misere(state, digest);
      if (!digest.lost) state.flags = with(state.flags, kWon);
      break;
    case Compound::shortened_selective:
      if (digest.ended) state.flags = with(state.flags, kEnded);
      if (misere_ ? !digest.lost_misere : !digest.lost) state.flags = with(state.flags, kWon);
      break;
    case Compound::sequential: {
      const bool before_p = has(state.flags, digest.lost ? kLostBeforeP : kLostBeforeN);
      const bool before_n = has(state.flags, digest.ended || !digest.lost_misere ? kLostBeforeN : kLostBeforeP);
      state.flags = with(with(state.flags, kLostBeforeP, before_p), kLostBeforeN, before_n);
      break;
    }
  }
  return state;
}

/// Of selective compounds and ordinal sums under misère play, in which components that have ended do not matter.
CompoundTheory::State CompoundTheory::fold_misere(State state, const Digest& digest) const {
  if (digest.ended) return state;
  const bool first = !has(state.flags, kOneActive);
  if (first) {
    state.flags = with(state.flags, kOneActive);
    state.flags = with(state.flags, kLostMisere, digest.lost_misere);
  } else {
    state.flags = with(state.flags, kMoreActive);
  }
  const bool counts = compound_ == Compound::selective || !first;
  if (counts && !digest.lost) state.flags = with(state.flags, kWon);
  return state;
}

bool CompoundTheory::is_lost(const State& state) const {
  switch (compound_) {
    case Compound::disjunctive: break;
    case Compound::diminished_disjunctive:
      if (has(state.flags, kEnded)) return !misere_;
      return !has(state.flags, kNoValue) && state.number == 0;
    case Compound::conjunctive:
    case Compound::continued_conjunctive: return (state.number % 2 == 0) != misere_;
    case Compound::selective:
    case Compound::ordinal: return misere_ ? is_lost_misere(state) : !has(state.flags, kWon);
    case Compound::shortened_selective: return (!misere_ && has(state.flags, kEnded)) || !has(state.flags, kWon);
    case Compound::sequential: return has(state.flags, misere_ ? kLostBeforeN : kLostBeforeP);
  }
  return false;
}

bool CompoundTheory::is_lost_misere(const State& state) const {
  if (!has(state.flags, kOneActive)) return false;
  if (compound_ == Compound::ordinal) return has(state.flags, kLostMisere) && !has(state.flags, kWon);
  return has(state.flags, kMoreActive) ? !has(state.flags, kWon) : has(state.flags, kLostMisere);
}

CompoundTheory::State CompoundTheory::folded(PositionView position) {
  const CompoundRules::Positions components = CompoundRules::positions_in(position);
  State state = begin();
  for (std::size_t i = 0; i < components.size(); ++i) state = fold(state, digest(i, components[i]));
  return state;
}

Outcome CompoundTheory::outcome(PositionView position) { return is_lost(folded(position)) ? Outcome::P : Outcome::N; }

std::optional<Remoteness> CompoundTheory::remoteness(PositionView position) {
  if (compound_ != Compound::conjunctive) return std::nullopt;
  return folded(position).number;
}

std::optional<Remoteness> CompoundTheory::suspense(PositionView position) {
  if (compound_ != Compound::continued_conjunctive) return std::nullopt;
  return folded(position).number;
}

std::optional<Grundy> CompoundTheory::grundy(PositionView position) {
  if (compound_ != Compound::ordinal || misere_) return std::nullopt;
  const CompoundRules::Positions components = CompoundRules::positions_in(position);
  Grundy value = 0;
  for (std::size_t i = components.size(); i-- > 0;) {
    std::set<Grundy> taken;
    const Options options = rules_.component_options(i, components[i]);
    for (std::size_t option = 0; option < options.size(); ++option) taken.insert(values_[i].grundy(options[option][0]));
    // `value` numbers that no option has lie below the result.
    Grundy below = value;
    for (const Grundy number : taken) {
      if (number > below) break;
      ++below;
    }
    value = below;
  }
  return value;
}

// Winning moves -------------------------------------------------------------------------------------------------------

/// The choices in one component after the other, where they can still come to a move that wins.
class CompoundTheory::Walk {
 public:
  Walk(CompoundTheory& theory, PositionView position, std::size_t at_most)
      : theory_(theory), at_most_(at_most), from_(CompoundRules::positions_in(position)) {
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const Options options = theory.rules_.component_options(i, from_[i]);
      Component component{theory.digest(i, from_[i]), {}, {}, {}};
      for (std::size_t option = 0; option < options.size(); ++option) {
        theory.budget_.check_stop();
        component.to.emplace_back(options[option][0]);
        component.digests.push_back(theory.digest(i, options[option][0]));
      }
      component.distinct = {component.digests.begin(), component.digests.end()};
      components_.push_back(std::move(component));
    }
    const auto active = [](const Component& component) { return !component.own.ended; };
    first_active_ = static_cast<std::size_t>(std::ranges::find_if(components_, active) - components_.begin());
  }

  Winning run() {
    const auto ended = [](const Component& component) { return component.own.ended; };
    const bool over = ends_with_one(theory_.compound_) && std::ranges::any_of(components_, ended);
    to_ = from_;
    if (!over) visit(0, theory_.begin());
    return std::move(found_);
  }

 private:
  struct Component {
    Digest own;
    std::vector<Position> to;
    std::vector<Digest> digests;  ///< of `to`
    std::set<Digest> distinct;
  };

  bool may_stay(std::size_t i) const { return !moves_in_all(theory_.compound_) || components_[i].own.ended; }
  bool may_move(std::size_t i, const State& state) const {
    if (theory_.compound_ == Compound::sequential) return i == first_active_;
    return state.moved == 0 || moves_in_all(theory_.compound_) || moves_in_some(theory_.compound_);
  }
  State after(State state, const Digest& digest, bool moved) const {
    state.moved = static_cast<std::uint8_t>(std::min(2, state.moved + (moved ? 1 : 0)));
    return theory_.fold(state, digest);
  }
  /// Whether a move in component `i` ends the choice, since it does away with those behind it.
  bool is_last(std::size_t i, bool moved) const {
    return i + 1 == components_.size() || (moved && theory_.compound_ == Compound::ordinal);
  }
  bool wins(const State& state) const { return state.moved > 0 && theory_.is_lost(state); }
  bool can_win(std::size_t i, const State& state, const Digest& digest, bool moved) {
    const State next = after(state, digest, moved);
    return is_last(i, moved) ? wins(next) : can_win(i + 1, next);
  }
  bool can_win(std::size_t i, const State& state) {
    const std::uint64_t key = state.packed() * components_.size() + i;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const Component& component = components_[i];
    bool can = may_stay(i) && can_win(i, state, component.own, false);
    if (may_move(i, state))
      for (auto digest = component.distinct.begin(); !can && digest != component.distinct.end(); ++digest)
        can = can_win(i, state, *digest, true);
    return known_[key] = can;
  }

  void visit(std::size_t i, const State& state) {
    const Component& component = components_[i];
    if (may_move(i, state))
      for (std::size_t option = 0; option < component.to.size() && found_.complete; ++option) {
        to_[i] = component.to[option];
        step(i, state, component.digests[option], true);
      }
    to_[i] = from_[i];
    if (may_stay(i) && found_.complete) step(i, state, component.own, false);
  }
  void step(std::size_t i, const State& state, const Digest& digest, bool moved) {
    if (!can_win(i, state, digest, moved)) return;
    if (!is_last(i, moved)) return visit(i + 1, after(state, digest, moved));
    theory_.budget_.check_stop();
    found_.complete = found_.to.size() < at_most_;
    const std::span<const Position> all(to_);
    if (found_.complete) found_.to.push_back(CompoundRules::position(all.first(moved && is_ordinal() ? i + 1 : all.size())));
  }
  bool is_ordinal() const { return theory_.compound_ == Compound::ordinal; }

  CompoundTheory& theory_;
  std::size_t at_most_;
  CompoundRules::Positions from_, to_;
  std::vector<Component> components_;
  std::size_t first_active_ = 0;
  std::unordered_map<std::uint64_t, bool> known_;  ///< what can_win has found
  Winning found_;
};

CompoundTheory::Winning CompoundTheory::winning_moves(PositionView position, std::size_t at_most) {
  return Walk(*this, position, at_most).run();
}

// In words ------------------------------------------------------------------------------------------------------------

std::vector<CompoundTheory::Fact> CompoundTheory::facts(PositionView position) {
  const CompoundRules::Positions components = CompoundRules::positions_in(position);
  std::vector<Fact> facts;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const Digest found = digest(i, components[i]);
    std::string value;
    switch (compound_) {
      case Compound::diminished_disjunctive:
        value = found.ended                         ? "has ended"
                : found.number != Digest::kNoNumber ? fmt::format("foreclosed value {}", found.number)
                                                    : "can be ended in one move";
        break;
      case Compound::conjunctive: value = fmt::format("remoteness {}", found.number); break;
      case Compound::continued_conjunctive: value = fmt::format("suspense {}", found.number); break;
      default: {
        if (found.ended) value = "has ended";
        else if (!needs_outcome(Play::misere)) value = letter_of(found.lost);
        else if (!needs_outcome(Play::normal)) value = fmt::format("{} under misère play", letter_of(found.lost_misere));
        else
          value =
              fmt::format("{} under normal play, {} under misère play", letter_of(found.lost), letter_of(found.lost_misere));
      }
    }
    facts.push_back({i, std::move(value)});
  }
  return facts;
}

std::string CompoundTheory::conclusion(PositionView position) {
  const State state = folded(position);
  const std::string_view end = is_lost(state) ? "the player to move loses" : "the player to move wins";
  const std::string_view parity = state.number % 2 == 0 ? "even" : "odd";
  switch (compound_) {
    case Compound::conjunctive: return fmt::format("The least remoteness is {}, which is {}: {}.", state.number, parity, end);
    case Compound::continued_conjunctive:
      return fmt::format("The greatest suspense number is {}, which is {}: {}.", state.number, parity, end);
    case Compound::diminished_disjunctive:
      if (has(state.flags, kEnded)) return fmt::format("A component has ended: {}.", end);
      if (has(state.flags, kNoValue)) return fmt::format("A component can be ended in one move: {}.", end);
      return fmt::format("The nim-sum of the foreclosed values is {}: {}.", state.number, end);
    default: return fmt::format("So {}.", end);
  }
}

std::string CompoundTheory::statement() const {
  constexpr const char* kConway = "Conway (1976), On Numbers and Games, chapter 14: ";
  constexpr const char* kStromquist = "Stromquist and Ullman (1993): ";
  switch (compound_) {
    case Compound::disjunctive: break;
    case Compound::diminished_disjunctive:
      return std::string(kConway) +
             (misere_
                  ? "P iff no component has ended and the nim-sum of the foreclosed Grundy values is 0"
                  : "P iff a component has ended, or none can be ended in one move and the nim-sum of the foreclosed Grundy "
                    "values is 0");
    case Compound::conjunctive:
      return fmt::format("{}P iff the least remoteness of the components is {}", kConway, misere_ ? "odd" : "even");
    case Compound::continued_conjunctive:
      return fmt::format("{}P iff the greatest suspense number of the components is {}", kConway, misere_ ? "odd" : "even");
    case Compound::selective:
      return std::string(kConway) +
             (misere_
                  ? "P iff all components are P under normal play, where two or more have not ended; one that is left alone "
                    "counts as under misère play"
                  : "P iff all components are P");
    case Compound::shortened_selective:
      return std::string(kConway) + (misere_ ? "P iff all components are P" : "P iff all components are P, or one has ended");
    case Compound::ordinal:
      return misere_
                 ? "an ordinal sum under misère play is P iff the first component that has not ended is P under misère play "
                   "and all behind it are P under normal play"
                 : "an ordinal sum is P iff all components are P";
    case Compound::sequential:
      return fmt::format(
          "{}a component counts as under normal play where what follows it is P, else as under misère play; what "
          "follows the last is {}",
          kStromquist, misere_ ? "N" : "P");
  }
  return {};
}

}  // namespace bouton
