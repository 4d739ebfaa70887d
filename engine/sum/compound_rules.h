// Several games that are played at once, as one game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/position/position_index.h"
#include "engine/rules/rules.h"
#include "engine/sum/compound.h"

namespace bouton {

/// A compound, other than the disjunctive sum (SumRules), of positions of several games. A position is the term
/// (engine/term/term.h) that lists the positions of the components, each a list of coordinates: {{7,9},{5}}. Of an ordinal sum
/// the components that a move has done away with are missing at its end.
///
/// Moves are those that the rule of the compound allows: component by component, in the rule's order, of several components at
/// once the last changing first, and no move in a component coming last. They have no names; parts_of() tells those of the
/// components. Everything may throw what the games' rules throw; RequestError where a move splits a component; LimitError where
/// there are more moves than kMostMoves, and where the account is used up.
class CompoundRules : public Rules {
 public:
  using Positions = std::vector<Position>;
  /// A move in one of the components.
  struct Part {
    std::size_t component = 0;
    Label label = kNoLabel;
    Position to;
  };

  static constexpr std::uint64_t kMostMoves = 1'000'000;

  /// `games` are those of the components, one for each. Throws RequestError where they are played under different conventions,
  /// where the last position of one says who has won, where moves oblige, and for Compound::disjunctive.
  CompoundRules(std::vector<std::shared_ptr<const Rules>> games, Compound compound,
                const std::shared_ptr<MemoryAccount>& account);

  Compound compound() const { return compound_; }
  const std::vector<std::shared_ptr<const Rules>>& games() const { return games_; }

  /// The position of the compound with these components; of an ordinal sum perhaps the first of them alone.
  static Position position(std::span<const Position> components);
  /// The components of a position.
  static Positions positions_in(PositionView position);
  /// The component that begins with the head of a list, at the beginning of `code`, which is moved past it.
  static Position take_position(PositionView& code);

  /// The moves in the components that lead from one position to another that it has as an option, by which move in each is told
  /// from where it leads.
  std::vector<Part> parts_of(PositionView from, PositionView to) const;
  /// The options of a component, each once, in the rule's order.
  Options component_options(std::size_t component, PositionView position) const;
  /// Whether no move is left in a component. Cost: its options, once.
  bool has_ended(std::size_t component, PositionView position) const;
  /// Whether a move ends it. Cost: its options and theirs, once.
  bool can_be_ended(std::size_t component, PositionView position) const;

  const Domain& domain() const override { return domain_; }
  bool valid(PositionView position) const override;
  void options(PositionView position, Options& out) const override;
  Play play() const override { return play_; }
  void normalize(Position& position) const override;
  std::string_view label_name(Label /*label*/) const override { return {}; }

 private:
  using Number = PositionIndex::Number;

  /// Where the options of a component stand in moves_.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    bool asked = false;
  };
  /// A component of one position, and what can be made of it in a move.
  struct Choice {
    Number number = 0;
    Range range;
    bool ended() const { return range.first == range.end; }
  };

  /// The options of a component, to be found by where they lead.
  struct Listed {
    Position from;
    Options options;
    std::vector<std::uint32_t> in_order;  ///< their numbers, by where they lead
  };

  std::optional<Label> label_to(std::size_t component, const Position& from, const Position& to) const;
  std::shared_ptr<MemoryAccount> components_account() const { return ranges_.get_allocator().account(); }
  Number intern(std::size_t kind, PositionView position) const;
  Range ask(Number number) const;
  std::vector<Choice> choices(PositionView position) const;
  void add(std::span<const Number> components, Options& out) const;
  void add_single(const std::vector<Choice>& from, std::size_t moved, Options& out) const;
  void add_joint(const std::vector<Choice>& from, Options& out) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  std::vector<std::size_t> kinds_;  ///< for each component the first one of the same game
  Compound compound_;
  Play play_ = Play::normal;
  Domain domain_;

  // What has been met so far; a cache, so that asking for options changes nothing that can be seen.
  mutable PositionIndex components_;  ///< the kind, then the position
  mutable ChargedVector<Range> ranges_;
  mutable ChargedVector<Number> moves_;
  mutable Options options_;
  mutable Position key_, code_;
  mutable std::vector<std::optional<Listed>> listed_;  ///< of each component, what parts_of() was asked about last
};

/// The rules as those of a compound; null where they are none.
const CompoundRules* compound_of(const Rules& rules);

}  // namespace bouton
