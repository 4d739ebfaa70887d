// What the theories of compounds need to know of the positions of one component.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/effort.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/position/position.h"
#include "engine/search/search.h"
#include "engine/sum/compound_rules.h"
#include "engine/values/outcome.h"

namespace bouton {

/// Play can go on for ever in a component, where the theory of a compound does not tell.
class EndlessComponent : public RequestError {
 public:
  EndlessComponent() : RequestError("play can go on for ever in a component") {}
};

/// The values of the component number `component` of a compound, by formulas, tables and searches of its own positions.
/// Everything may throw EndlessComponent, and what CompoundRules and Search throw.
class ComponentValues {
 public:
  /// What is found.
  enum class Quantity : std::uint8_t {
    outcome,     ///< under normal or misère play
    remoteness,  ///< under normal or misère play
    suspense,    ///< under normal or misère play
    /// The Grundy value of the game without the moves that lose at once where the compound ends with the component. Under
    /// normal play, where whoever ends it wins, that are those to positions that can be ended, and a position that can be ended
    /// has none; under misère play those that end it, and a position that has ended has none.
    foreclosed,
    grundy  ///< under normal play
  };

  /// What tells values other than a search of the positions below. Each may be empty, and tells nothing where it does not know.
  struct Sources {
    /// By a formula.
    std::function<std::optional<Outcome>(Play play, PositionView position)> outcome = {};
    /// From a table of all positions below; `kept`: from one that was filled before, and not from a new one.
    std::function<std::optional<Search::Values>(Quantity quantity, Play play, PositionView position, bool kept)> table = {};
  };

  /// `rules` and `budget` must outlive this object.
  ComponentValues(const CompoundRules& rules, std::size_t component, Sources sources, const Budget& budget,
                  std::shared_ptr<MemoryAccount> account);

  /// What is searched before a table is filled, or a component is taken for one in which play ends: a millisecond or two.
  static constexpr Effort kFirstEffort{.positions = 2'000, .options = 20'000};

  /// Looks for a value within an effort, so that it is at hand later.
  Search::Status look(Quantity quantity, Play play, PositionView position, const Effort& effort);

  Outcome outcome(Play play, PositionView position);
  Remoteness remoteness(Play play, PositionView position);
  Remoteness suspense(Play play, PositionView position);
  /// Whether no move is left; `play` is that of an outcome that was asked for.
  bool has_ended(Play play, PositionView position);
  std::optional<Grundy> foreclosed(Play play, PositionView position);
  Grundy grundy(PositionView position);

 private:
  /// A search, and the rules that it searches.
  struct Searched {
    std::shared_ptr<const Rules> rules;
    std::unique_ptr<Search> search;
  };

  Search& search(Quantity quantity, Play play);
  Search::Values found(Quantity quantity, Play play, PositionView position);
  std::optional<Outcome> by_formula(Play play, PositionView position) const;
  bool has_foreclosed(Play play, PositionView position) const;

  const CompoundRules& rules_;
  std::size_t component_;
  Sources sources_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  Searched searches_[5][2];
};

}  // namespace bouton
