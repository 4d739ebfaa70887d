// Several games played at once: who wins, by values of the single components.
//
// A component has a digest, which the rule of the compound folds into a state, one component after the other; the state of all
// tells whether the player to move loses. With R the remoteness and S the suspense number under the play at hand, and P and N
// the outcomes of single components:
//
//                          normal play: the player to move loses iff     misère play
//   diminished disjunctive one has ended, or all have foreclosed values  none has ended, and the nim-sum of the foreclosed
//                          whose nim-sum is 0                            values is 0
//   conjunctive            the least R is even                           the least R is odd
//   continued conjunctive  the greatest S is even                        the greatest S is odd
//   selective              all are P                                     two or more have not ended and all are P under normal
//                                                                        play, or one has not and it is P under misère play
//   shortened selective    one has ended, or all are P                   all are P under misère play
//   ordinal                all are P                                     the first that has not ended is P under misère play,
//                                                                        and all behind it are P under normal play
//   sequential             the first counts as under normal play where what follows it is P, else as under misère play; what
//                          follows the last is P under normal, N under misère play
//
// R is 0 without a move; else 1 + the least R of an option that the next player loses, if there is one, else 1 + the greatest
// of all. S likewise with greatest and least exchanged. Worked example: conjunctive, of the chains of 2 and of 5 forced moves:
// the least R is 2, so that the player to move loses: the shorter ends first, by the other player.
//
// Sources: Conway (1976), On Numbers and Games, chapter 14; Stromquist and Ullman (1993) of sequential compounds. Under misère
// play an ordinal sum G : H whose G has not ended is won by a move in G where G is N; where G is P, whoever must move in G
// loses, so that the others are played as under normal play.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/effort.h"
#include "engine/base/memory_account.h"
#include "engine/compound/component_values.h"
#include "engine/sum/compound_rules.h"
#include "engine/values/outcome.h"

namespace bouton {

/// The theory of one compound. One thread at a time. Positions are positions of the rules. Everything may throw
/// EndlessComponent, where the play in a component can go on for ever, and what CompoundRules and Search throw.
/// Cost: the positions below each component once, not those of the compound.
class CompoundTheory {
 public:
  /// `rules` and `budget` must outlive this object. `sources`: those of each component; none are there if it is empty.
  CompoundTheory(const CompoundRules& rules, std::vector<ComponentValues::Sources> sources, const Budget& budget,
                 const std::shared_ptr<MemoryAccount>& account);

  /// Whether play is seen to go on for ever in a component by a look at so much of each.
  bool is_seen_endless(PositionView position, const Effort& effort);

  Outcome outcome(PositionView position);
  /// Of a conjunctive compound, whose remoteness is the least of its components'; nothing for others.
  std::optional<Remoteness> remoteness(PositionView position);
  /// Of a continued conjunctive compound, whose suspense number is the greatest of its components'; nothing for others.
  std::optional<Remoteness> suspense(PositionView position);
  /// Of an ordinal sum under normal play: of G : H it is, of the numbers that no option of G has as its Grundy value, the one
  /// with the Grundy value of H many below it. Nothing for others.
  std::optional<Grundy> grundy(PositionView position);

  struct Winning {
    std::vector<Position> to;
    bool complete = true;  ///< whether these are all
  };
  /// The moves that win, in the order of CompoundRules::options, at most so many. Cost: besides the options of the components
  /// as many steps as moves are found, times the number of components.
  Winning winning_moves(PositionView position, std::size_t at_most);

  /// A component and what the theory looks at, for people.
  struct Fact {
    std::size_t component = 0;
    std::string value;  ///< "remoteness 4"
  };
  std::vector<Fact> facts(PositionView position);
  /// What comes of them: "The least remoteness is 4, which is even: the player to move loses."
  std::string conclusion(PositionView position);

  /// The theorem and its source, as a phrase.
  std::string statement() const;

 private:
  using Quantity = ComponentValues::Quantity;

  /// What the theory looks at, of one component.
  struct Digest {
    static constexpr std::uint64_t kNoNumber = ~std::uint64_t{0};
    bool ended = false;
    bool lost = false;         ///< whether it is P under normal play
    bool lost_misere = false;  ///< whether it is P under misère play
    std::uint64_t number = kNoNumber;
    friend auto operator<=>(const Digest&, const Digest&) = default;
  };
  /// What has come of some components, one after the other.
  struct State {
    std::uint32_t number = 0;
    std::uint8_t flags = 0;
    std::uint8_t moved = 0;  ///< in how many of them a move is made, at most 2

    std::uint64_t packed() const { return std::uint64_t{number} << 16 | std::uint64_t{flags} << 8 | moved; }
  };
  class Walk;

  Digest digest(std::size_t component, PositionView position);
  State begin() const;
  State fold(State state, const Digest& digest) const;
  State fold_misere(State state, const Digest& digest) const;
  State folded(PositionView position);
  /// Whether the player to move loses.
  bool is_lost(const State& state) const;
  bool is_lost_misere(const State& state) const;
  bool needs_outcome(Play play) const;
  std::optional<Quantity> quantity() const;
  bool is_over(const std::vector<Digest>& digests) const;

  const CompoundRules& rules_;
  Compound compound_;
  bool misere_;
  const Budget& budget_;
  std::vector<ComponentValues> values_;
};

}  // namespace bouton
