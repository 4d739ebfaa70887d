// Disjunctive sums of positions of several games, with 64-bit coordinates.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/entailing/entailing_heaps.h"
#include "engine/method/solvers/position_solver.h"
#include "engine/misere/misere_sums.h"
#include "engine/rules/rules.h"
#include "engine/sum/coin_rows.h"
#include "engine/sum/sum_rules.h"
#include "engine/values/nimber.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"
#include "engine/values/value.h"

namespace bouton {

/// What may be spent beside a way that tells the outcome for less: a second or so.
constexpr Effort kEffortForExtras{.positions = 1'000'000, .options = 10'000'000};

/// Under normal play a sum is solved component by component, through nimbers. What they cannot tell (misère play, the
/// remoteness of a sum) is found by solving the sum as one position of SumRules. Everything may throw RuleError,
/// LimitError and Interrupted; RequestError where components of different conventions meet, or where a sum is
/// asked for in a game whose terminal positions have outcomes of their own.
class SumSolver {
 public:
  using Parts = std::vector<SumPart>;

  /// Whether misère quotients tell outcomes.
  enum class Quotients : std::uint8_t {
    none,
    after_search,  ///< where a moderate search of the sum does not end
    alone          ///< and no search
  };

  /// `budget` stays. `heaps`: whether heaps of moves that oblige may be counted.
  SumSolver(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, std::shared_ptr<MemoryAccount> account,
            bool kernels = false, Quotients quotients = Quotients::none, std::optional<TableKernel> only = {},
            bool heaps = true);

  /// Of a game, for boxes of it; null where tables may not be solved at once.
  Kernels* kernels(std::size_t game = 0) { return by_game_.empty() ? nullptr : by_game_[game]->kernels(); }
  /// The convention that all components share.
  Play play(const Parts& parts) const;
  Outcome outcome(const Parts& parts);
  /// The outcome of a sum that a move from `parts` leads to, after that of `parts`: found the same way.
  Outcome outcome_after(const Parts& parts, const Parts& option);
  /// Of a component under normal play.
  Nimber nimber(const SumPart& part);
  /// What answers about a game whose moves oblige; null for others.
  EntailingSolver* entailing(std::size_t game) { return by_game_[game]->entailing(); }
  /// The heaps of such a game; null where they do not tell, and where no move obliges.
  EntailingHeaps* entailing_heaps(std::size_t game);
  /// Why they do not.
  std::string why_no_entailing_heaps(std::size_t game);
  /// Of a component that no move splits; nothing if the effort is not enough.
  std::optional<Nimber> nimber(const SumPart& part, const Effort& effort) {
    return by_game_[part.game]->nimber(part.position, effort);
  }
  /// Absent for a draw, and unless the `whole` of it is wanted for a sum that was not searched within a moderate effort since
  /// its outcome is known without.
  std::optional<Remoteness> remoteness(const Parts& parts, bool whole = false);
  /// The suspense number; absent for a draw. Throws RequestError where play can go on for ever, and where moves oblige.
  std::optional<Remoteness> suspense(const Parts& parts);
  /// The most moves that both sides can make together from the position, and from each of a box of the first game; absent, and
  /// Table::kInfinite, where play need not end.
  std::optional<Remoteness> longest(const SumPart& part);
  Table longest_plays(const Box& box);
  /// What a search of one component finds within an effort; nothing if that is not enough. Of one that a move splits there is
  /// no remoteness under normal play.
  std::optional<Value> within(const SumPart& part, const Effort& effort);
  /// Whether remoteness() knows all positions that `parts` can become, at no more than the cost of a look-up each.
  bool knows_remoteness_below(const Parts& parts);
  /// The method that outcome() takes, perhaps after some seconds of search: search, table, graph or misère quotient.
  Method choose(const Parts& parts);
  /// The method that nimber() takes.
  Method choose_for_nimber(const SumPart& part);
  /// See PositionSolver::probe. Under normal play an outcome that takes sums is found by Grundy values.
  Probe probe(const SumPart& part, ValueKind kind);
  /// See PositionSolver::search_within, and probe() for outcomes.
  bool search_within(const SumPart& part, ValueKind kind, const Effort& effort);
  /// See PositionSolver::looked_at.
  std::uint64_t looked_at(std::size_t game) const { return by_game_[game]->looked_at(); }
  /// Whether a search of the sum as one position ends within `effort`; of a sum under misère play, of which a later question
  /// knows what was found. Rows of coins that fit the memory are searched to their end.
  bool search_whole_within(const Parts& parts, const Effort& effort);
  /// Of heads of coins of one game under misère play: at how many places a head can be turned below them, where that is no more
  /// than can be searched as sets of heads (engine/sum/coin_rows.h); nothing of others.
  std::optional<std::size_t> places_of_row(const Parts& parts);
  std::size_t memory_left() const { return account_->limit() - account_->used(); }
  bool has_quotients() const { return quotients_ != Quotients::none; }
  /// Whether a misère quotient tells the outcome of a sum that such a search was given up for, or that none is made for.
  bool has_quotient(const Parts& parts) { return by_quotient(parts).has_value(); }
  /// See PositionSolver::look.
  Search::Status look(const SumPart& part, const Effort& effort) { return by_game_[part.game]->look(part.position, effort); }
  /// Whether a move that was met in the game splits it; whether play in it can go on for ever.
  bool splits(std::size_t game) const { return by_game_[game]->splits(); }
  bool loopy(std::size_t game) const { return by_game_[game]->loopy(); }
  /// Whether the one component's own solver can tell its outcome, as far as is known.
  bool stands_alone(const Parts& parts) const;

  /// The values of the valid positions of `box` in the first game, by search or on the graph.
  Table table(const Box& box, ValueKind kind);

 private:
  /// Sums as positions of one game.
  struct Whole {
    Whole(const std::vector<std::shared_ptr<const Rules>>& games, Play play, const Budget& budget,
          const std::shared_ptr<MemoryAccount>& account);
    std::shared_ptr<SumRules> rules;
    PositionSolver solver;
    std::set<Position> too_large;  ///< sums that were given up
    Effort effort;                 ///< that the search for the next remoteness may cost
  };

  Whole& whole(Play play);
  Whole& whole_beside();
  bool obliges(const Parts& parts) const;
  CoinRows* rows_of(const Parts& parts);
  std::optional<Outcome> by_rows(const Parts& parts);
  bool searches_whole_within(const Parts& parts, const Effort& effort);
  std::optional<Value> within_sums(const SumPart& part, const Effort& effort);
  /// Of what does not stand alone, as one position.
  PackedOutcome searched_whole(const Parts& parts, Play play);
  void check_size(const Parts& parts);
  [[noreturn]] void refuse_row(const Parts& parts);
  Method choose_whole(const Parts& parts, Play play, ValueKind kind);
  /// The outcome under misère play by a quotient, if a moderate search of the sum does not end.
  std::optional<Outcome> by_quotient(const Parts& parts);
  std::optional<PackedOutcome> within_effort(const Parts& parts);
  void fill_by_sums(Table& table);
  bool fill_by_rows(Table& table);

  std::vector<std::shared_ptr<const Rules>> games_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  Quotients quotients_;
  std::vector<std::unique_ptr<PositionSolver>> by_game_;
  std::array<std::optional<Whole>, 2> wholes_;   ///< under normal and under misère play
  std::optional<Reservation> room_beside_;       ///< of the account, for the next one
  std::optional<Whole> beside_;                  ///< under normal play, for what is wanted only where it takes little
  std::vector<std::unique_ptr<CoinRows>> rows_;  ///< under misère play, of each game of coins; null of others
  std::optional<MisereSums> misere_;
  std::map<std::vector<std::pair<std::size_t, Position>>, Outcome> by_quotient_;  ///< sums that were answered so
  std::set<std::vector<std::pair<std::size_t, Position>>> no_quotient_;           ///< sums that are not
};

}  // namespace bouton
