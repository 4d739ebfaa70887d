// Games with a formula: answers about positions with coordinates of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"
#include "engine/position/integer.h"
#include "engine/rules/closed_form_binding.h"
#include "engine/rules/rules.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"

namespace bouton {

/// A move that wins: the name its kind has in the rule file (empty for none), and the option as the rule gives it.
struct WinningMove {
  std::string label;
  BigPosition to;
  friend bool operator==(const WinningMove&, const WinningMove&) = default;
};

struct WinningMoves {
  /// In the rule file's order.
  std::vector<WinningMove> moves;
  /// Whether `moves` has all winning moves.
  bool complete = true;
};

/// What a person can check at one position, that shows the theorem at work.
struct Evidence {
  struct Heap {
    std::string name;
    Integer size;
  };
  /// The heaps of Nim that the position counts as: their nim-sum decides. Empty where it does not.
  std::vector<Heap> heaps;
  /// What else is to be calculated: rows of cells that stand below each other.
  std::vector<std::vector<std::string>> table;
  /// They come after what is calculated, and end in the move, or in why every move fails.
  std::vector<std::string> sentences;
  /// The winning move that the sentences end in; nothing in a P-position.
  std::optional<WinningMove> move;
};

/// values(n + period) = values(n) for all n >= preperiod, both the least possible.
struct PeriodAlong {
  std::uint64_t preperiod = 0, period = 0;
  std::uint64_t looked_at = 0;  ///< the last n that the proof looked at
};

/// What a theorem says of one game. Made by make_closed_form (engine/closed_form/registry/registry.h).
///
/// Every question may be asked of every position; one that the theorem does not cover, or that is outside domain() or
/// not valid in the game, is refused with the reason. Answers are exact. Objects keep what they computed on the way:
/// one thread at a time. Functions given as arguments may throw, and their exceptions pass through.
class ClosedForm {
 public:
  virtual ~ClosedForm() = default;
  ClosedForm(const ClosedForm&) = delete;
  ClosedForm& operator=(const ClosedForm&) = delete;

  /// The positions that the form speaks of are among these.
  const Domain& domain() const { return domain_; }
  /// The convention under which its outcomes hold.
  virtual Play play() const { return Play::normal; }
  /// The theorem and its source, as a phrase: "Bouton (1901): P iff the nim-sum of the heaps is 0".
  virtual std::string theorem() const = 0;
  /// What the answers so far took on trust because it cannot be checked; empty where nothing was.
  virtual std::string assumption() const { return {}; }

  /// What shows the theorem at work at a position whose outcome it tells; `domain`, the game's own, names the coordinates.
  /// As much work as a winning move. Nothing where the theorem's statement says it all.
  virtual Evidence evidence(const BigPosition& /*position*/, const Domain& /*domain*/) { return {}; }

  /// The period of the values of a kind along coordinate `axis`, from 0 on, the others as in `at`, where the theorem proves
  /// one; nothing where it does not, or would have to look at more than `most` positions.
  virtual std::optional<PeriodAlong> period_along(std::size_t /*axis*/, const BigPosition& /*at*/, ValueKind /*kind*/,
                                                  std::uint64_t /*most*/) {
    return std::nullopt;
  }

  /// How many steps of some nanoseconds it takes to find the P-positions of a box, where that is done without a look at each of
  /// its positions; else nothing.
  virtual std::optional<double> steps_to_positions(const Box& /*box*/) { return std::nullopt; }
  /// Calls `visit` with each P-position of a box that has such a number of steps, in its order. May throw Interrupted.
  virtual void find_positions(const Box& /*box*/, const std::function<void(PositionView)>& /*visit*/) {}

  Result<Outcome> outcome(const BigPosition& position);
  /// The Grundy value. Where no formula for it is known, that of P-positions (0) is still given; play is normal.
  Result<Integer> grundy(const BigPosition& position);
  /// Winning moves, at most `at_most` of them, each option once.
  Result<WinningMoves> winning_moves(const BigPosition& position, std::size_t at_most);
  /// The moves to options with this Grundy value, which win in the sum with a nimber of that value; play is normal. For
  /// the value 0 they are the winning moves; for others only where a formula for Grundy values is known.
  Result<WinningMoves> moves_to_value(const BigPosition& position, const Integer& value, std::size_t at_most);

 protected:
  explicit ClosedForm(Domain domain) : domain_(std::move(domain)) {}

 private:
  /// What keeps a position of the domain out of the game ("has a[2] < a[1]"), or nothing.
  virtual std::optional<std::string> invalid(const BigPosition& /*position*/) const { return std::nullopt; }
  // The questions, of positions of the domain that are valid.
  virtual Result<Outcome> find_outcome(const BigPosition& position) = 0;
  virtual Result<Integer> find_grundy(const BigPosition& position);
  virtual Result<WinningMoves> find_winning_moves(const BigPosition& position, std::size_t at_most) = 0;
  virtual Result<WinningMoves> find_moves_to_value(const BigPosition& position, const Integer& value, std::size_t at_most);

  std::optional<Refusal> check(const BigPosition& position) const;

  Domain domain_;
};

/// Collects winning moves up to a number, for find_winning_moves.
class WinningMoveList {
 public:
  explicit WinningMoveList(std::size_t at_most) : at_most_(at_most) {}
  /// Adds a move, or notes that there was no room for it.
  void add(std::string_view label, BigPosition to);
  /// False once a move found no room: then nothing that is added makes a difference.
  bool open() const { return result_.complete; }
  WinningMoves take() { return std::move(result_); }

 private:
  std::size_t at_most_;
  WinningMoves result_;
};

}  // namespace bouton
