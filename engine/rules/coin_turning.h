// Coin-turning games: coins in a row, some of which are turned over, the rightmost of them from heads to tails.
//
// A row is the sum of its heads, each alone in a row of tails, since two heads at one place cancel (under normal play). So the
// game of a strip has one coordinate, the place of a head; a move from n turns the coin at n and its companions, all of them to
// the left, and leaves the sum of these. In the product of strips the coins lie at tuples of places, and a move turns all
// tuples of the coins that a move in each strip turns.
//
// Tartan theorem: the value of a head of the product is the nim product of the values of its places in the strips. It rests on
// every move turning the coin that is farthest from the edges from heads to tails, and on all products of moves being moves:
// the first is checked wherever companions are listed, the second is how the moves of a product are made here.
//
// Sources: Lenstra, "Nim multiplication", 1977; Berlekamp, Conway and Guy, Winning Ways, ch. 14.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"
#include "engine/rules/stated.h"
#include "engine/rules/step_limited_rules.h"

namespace bouton {

/// The name of the moves of coins whose rule gives them no other.
inline constexpr std::string_view kTurn = "turn";

/// Throws RuleError where an option from number `first` on, of a head at place `position`, is not a set of coins to its left:
/// the message begins with `where`, "rules/my_coins.lua:7: ".
void check_companions(PositionView position, const Options& options, std::size_t first, const std::string& where);

/// What is said of a product of strips beside the strips.
struct CoinProductWords {
  Domain domain;  ///< a coordinate for each strip
  /// Groups of coordinates that may be permuted among themselves: a claim.
  std::vector<std::vector<std::size_t>> symmetric = {};
  std::string where_symmetric = {};  ///< of that claim, "rules/my_coins.lua:7: "
  std::optional<std::uint64_t> checksum = {};
  std::optional<Position> example = {};
  /// What the options of one position may take, and the limit that this is part of.
  std::size_t option_bytes = SIZE_MAX;
  Limit option_limit = Limit::fixed;
};

/// The product of strips, under normal play. Options are in the order of the strips' own, the last strip's change first; each
/// is the heads that are turned, in that order, the own coin of each strip after its companions, without the head itself.
class CoinProduct final : public Rules, public StepLimitedRules, public StatedRules {
 public:
  /// Two strips or more, each of one coordinate, whose options are companions. Throws RequestError for fewer.
  CoinProduct(std::vector<std::shared_ptr<const Rules>> strips, CoinProductWords words);

  std::span<const std::shared_ptr<const Rules>> strips() const override { return strips_; }
  /// How many coins all moves at `position` turn together; of places far away at least so many as there would be if no two were
  /// turned at once. Cost: the options of the strips.
  std::optional<double> size_of_options(PositionView position) const override;
  bool heads_cancel() const override { return true; }
  /// What is left of a head at `position` after the moves `option` of the strips.
  static std::vector<Position> turned(PositionView position, const std::vector<Options::Option>& option);

  const Domain& domain() const override { return words_.domain; }
  void options(PositionView position, Options& out) const override { list(position, out, false); }
  void reference_options(PositionView position, Options& out) const override { list(position, out, true); }
  void normalize(Position& position) const override;
  std::vector<Position> examples() const override;
  Lifting lifting(std::size_t dimensions) const override;
  Lifting unbounded_lifting(std::size_t dimensions) const override { return lifting(dimensions); }
  Result<const FlowProgram*> flow(std::size_t dimensions) const override;
  std::string where(Claim claim) const override { return claim == Claim::symmetry ? words_.where_symmetric : ""; }
  std::optional<std::uint64_t> checksum() const override { return words_.checksum; }
  std::string_view label_name(Label label) const override { return strips_[0]->label_name(label); }
  std::unique_ptr<StepLimit> limit_steps(std::uint64_t steps) const override { return limit_steps_of(*strips_[0], steps); }

 private:
  void list(PositionView position, Options& out, bool by_reference) const;

  std::vector<std::shared_ptr<const Rules>> strips_;
  CoinProductWords words_;
};

/// Goes through all ways to choose one of so many things from each of several lists, the last one's choice changing first.
class Choices {
 public:
  explicit Choices(std::vector<std::size_t> sizes);
  bool done() const { return done_; }
  void next();
  std::size_t operator[](std::size_t list) const { return chosen_[list]; }

 private:
  std::vector<std::size_t> sizes_, chosen_;
  bool done_;
};

}  // namespace bouton
