// What a game is: which positions it has, the options of each, and who has won when no option is left.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/domain.h"
#include "engine/position/options.h"
#include "engine/position/position.h"
#include "engine/program/move_program.h"
#include "engine/rules/closed_form_binding.h"
#include "engine/rules/local_moves.h"
#include "engine/values/outcome.h"

namespace bouton {

struct FlowProgram;

/// Who has won when the player to move has no option.
enum class Play {
  normal,      ///< whoever cannot move loses
  misere,      ///< whoever cannot move wins
  by_position  ///< the terminal position says: Rules::terminal_outcome
};

/// "normal", "misere", or "function" where the terminal position decides: as a rule file and the command have it.
std::string_view play_name(Play play);

/// The outcome of a terminal position under normal or misère play.
constexpr Outcome terminal_outcome(Play play) { return play == Play::misere ? Outcome::N : Outcome::P; }

/// What is known of the functions of a game beyond their being functions. The programs live as long as the rules.
struct Lifting {
  const MoveProgram* moves = nullptr;    ///< null where the moves are not known as a program, and where some oblige
  std::string refusal = {};              ///< why not: construct, function and line; perhaps empty
  const MoveProgram* valid = nullptr;    ///< its result is not 0 for positions that exist; null where all do, or unknown
  std::string valid_refusal = {};        ///< why it is unknown which positions exist; empty where it is known
  const MoveProgram* play = nullptr;     ///< the result of a terminal position: 0 for P, 1 for N, 2 for a draw; null: unknown
  std::vector<std::string> labels = {};  ///< names of the kinds of move, by number
  bool normal_forms_permute = false;     ///< whether Rules::normalize is known to do no more than to change the order
};

/// An impartial game. The one interface through which the engine sees every game.
///
/// Implementations are deterministic: the same position always has the same options in the same order. They need not
/// be callable from several threads at once. All functions that take a position take one that the domain contains and
/// that is valid. They may throw RuleError (the rules are wrong) and LimitError (they took too long).
class Rules {
 public:
  virtual ~Rules() = default;
  Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  virtual const Domain& domain() const = 0;

  /// Adds every option of `position` to `out`, in the rule's order, an option perhaps more than once. Every option is
  /// a list of positions that the domain contains and that are valid; they need not be normalized.
  virtual void options(PositionView position, Options& out) const = 0;

  virtual Play play() const { return Play::normal; }

  /// The outcome of a position without options. Only asked where play() is by_position.
  virtual Outcome terminal_outcome(PositionView position) const;

  /// Whether a position that the domain contains exists in this game.
  virtual bool valid(PositionView /*position*/) const { return true; }

  /// Replaces `position` by the representative of all positions that are the same under a symmetry of the game.
  virtual void normalize(Position& /*position*/) const {}

  /// Replaces `position` by one that the game says has the same Grundy value. A claim. Only for values under normal play, and
  /// without moves that oblige; nothing else is the same, such as the remoteness.
  virtual void same_value(Position& /*position*/) const {}

  /// Whether the game says that its positions are sums of their components. A claim.
  virtual bool independent() const { return false; }
  /// Adds the components of `position` to `out`, each as an option of one position: those that the domain tells
  /// (engine/rules/components.h), unless the game says itself which they are. Only asked where independent().
  virtual void components(PositionView position, Options& out) const;

  /// Positions that the game itself names, from which what it says is looked at where the domain has no small ones; perhaps
  /// none.
  virtual std::vector<Position> examples() const { return {}; }

  /// The functions for positions of so many coordinates as programs.
  virtual Lifting lifting(std::size_t /*dimensions*/) const { return {}; }
  /// The same functions as programs that are right for coordinates of any size, as long as no arithmetic leaves 64 bits: the
  /// others may take for granted that no coordinate is as large as 2^60.
  virtual Lifting unbounded_lifting(std::size_t /*dimensions*/) const { return {}; }
  /// The moves as control flow, for positions of so many coordinates: a form that holds whatever integer Lua does, also where
  /// lifting() refuses, and of boards and graphs where local_moves() does. What is pointed to lives as long as the rules.
  virtual Result<const FlowProgram*> flow(std::size_t /*dimensions*/) const {
    return Refusal{"the moves are not known as control flow"};
  }

  /// The moves as a list each of which looks at a few cells, labels aside; refused where the positions are not cells or the
  /// moves are not known so. What is pointed to lives as long as the rules.
  virtual Result<const LocalMoves*> local_moves() const { return Refusal{"the positions are not cells of a board or a graph"}; }

  /// What options() adds, found without any short cut: what everything faster is compared with.
  virtual void reference_options(PositionView position, Options& out) const { options(position, out); }

  /// The formula that the game says answers for it; null where it names none. A claim, for `bouton verify` to check.
  virtual const ClosedFormBinding* closed_form() const { return nullptr; }

  /// The take-and-break code (engine/heap/code/take_and_break.h) that the game says its moves are; empty where it names none.
  /// A claim too.
  virtual std::string_view heap_code() const { return {}; }

  /// What a game says of itself beyond its moves.
  enum class Claim { closed_form, symmetry, heap_code, independence, same_value };
  /// Where it says so, for messages: "rules/nim.lua:12: "; empty where that is not known.
  virtual std::string where(Claim /*claim*/) const { return {}; }

  /// The rules as their author states them, where these are others made of them; null where they are the author's own.
  virtual std::shared_ptr<const Rules> as_written() const { return nullptr; }

  /// How far what it says was compared with its moves (engine/plan/claims.h): by the first question about these rules, for all
  /// that come later. `nowhere`: there was no position at which it could be.
  enum class Compared { not_yet, nowhere, in_part, whole };
  Compared compared() const { return compared_.load(std::memory_order_relaxed); }
  void note_compared(Compared compared) const { compared_.store(compared, std::memory_order_relaxed); }

  /// The name of a kind of move, whatever its MoveKind; empty for kNoLabel.
  virtual std::string_view label_name(Label /*label*/) const { return {}; }

  /// Whether some move may be `again` or `entail` (MoveKind). Then play is normal, nothing is claimed of the moves but symmetry
  /// and independence, and no program of them is handed out but the one below, as those who take the others take moves for
  /// ordinary.
  virtual bool obliges() const { return false; }
  /// The moves of such a game as a program for positions of so many coordinates, whose labels tell the kind of each; null where
  /// they are not known as one. Lives as long as the rules.
  virtual const MoveProgram* obliging_moves(std::size_t /*dimensions*/) const { return nullptr; }

  /// Up to how many options the other player forbids before each move (engine/rules/blocking.h); 0 where nothing is forbidden.
  /// Else play() is by_position, so that nobody adds up such positions or asks for their Grundy values, nothing is claimed but
  /// symmetry, and no program of the moves is handed out but by unblocked(), as those who take the others take it for granted
  /// that every option can be taken.
  virtual std::uint64_t blocking() const { return 0; }
  /// Where something is forbidden: the same rules without that; else null. The rules own it.
  virtual std::shared_ptr<const Rules> unblocked() const { return nullptr; }

  /// The strips of coins whose product these rules are (engine/rules/coin_turning.h); empty of other rules, and under misère
  /// play, where nothing follows from them.
  virtual std::span<const std::shared_ptr<const Rules>> strips() const { return {}; }
  /// How many positions all options of a position have together, which is what listing them costs, where the rules tell that
  /// without listing them; else nothing.
  virtual std::optional<double> size_of_options(PositionView /*position*/) const { return std::nullopt; }
  /// Whether positions are the heads of coins in a row or on a board: a sum of such positions is one row, in which two heads at
  /// one place are none, as a coin that is turned twice lies as it lay. Under normal play two equal positions are as good as
  /// none in any game, but not as short; under misère play they are not.
  virtual bool heads_cancel() const { return false; }

 private:
  mutable std::atomic<Compared> compared_{Compared::not_yet};
};

}  // namespace bouton
