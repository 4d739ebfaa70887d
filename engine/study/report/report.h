// What an inventor wants to know about a game, and what a teacher hands out: the facts of a report.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/play/match.h"
#include "engine/rules/game.h"
#include "engine/study/discovery/discover.h"
#include "engine/values/table.h"
#include "engine/why/reason.h"

namespace bouton {

/// What a report is asked for.
struct ReportRequest {
  Games games;                 ///< one game, perhaps on several boards
  Sum position;                ///< of these games; not empty
  std::uint64_t seed = 1;      ///< of all chance
  std::uint64_t starts = 100;  ///< random starts, at least 1
};

/// The values of a box of positions, with the P-positions in it.
struct ReportMap {
  Table table;
  bool is_sequence = false;  ///< the positions are heaps
  /// P-positions of a box that is perhaps larger, the least first; of those that a symmetry makes the same one. At most
  /// kMostListed.
  std::vector<Position> lost;
  Box lost_box;
  bool all_are_listed = true;
  std::uint64_t lost_count = 0;  ///< of that box, each form counted

  static constexpr std::size_t kMostListed = 24;
};

/// One position with its answer.
struct SolvedStart {
  Sum sum;
  Answer answer;
  std::uint64_t moves = 0;  ///< how many there are
};

/// What random starts are like.
struct ReportBalance {
  std::vector<SolvedStart> starts;
  std::uint64_t wins_first = 0, wins_second = 0, draws = 0;  ///< of the starts, under perfect play

  /// Of the starts whose remoteness is known.
  struct Length {
    std::uint64_t known = 0;
    Remoteness least = 0, greatest = 0;
    double mean = 0;
  };
  Length length;
  /// Of the starts that the first player wins and whose winning moves are all known.
  struct Choices {
    std::uint64_t known = 0;
    double moves = 0, winning = 0;  ///< means
    std::uint64_t only_one = 0;     ///< starts with one winning move
  };
  Choices choices;
};

/// Games of a player who makes mistakes against perfect play, from starts that whoever moves first can win.
struct ReportBeginner {
  std::string player;       ///< in full: "level:3"
  std::uint64_t games = 0;  ///< in which this player moved first
  std::uint64_t wins = 0;   ///< of these
  double moves = 0;         ///< the mean of all games, those in which the other moved first too
};

struct ReportExercise {
  SolvedStart start;
  Reason reason;
};

struct Report {
  Games games;
  Sum position;
  Answer answer;
  Reason reason;
  std::optional<ReportMap> map;
  std::optional<Discovery> discovery;
  ReportBalance balance;
  std::vector<ReportBeginner> beginners;
  std::optional<double> moves_by_chance;  ///< the mean length of games in which both players choose by chance
  std::vector<ReportExercise> exercises;
  std::vector<std::string> left_out;  ///< a sentence for each part that was not found, with the reason
};

/// Collects the facts. The position is solved whatever that takes; each other part has a share of work, which is counted, and
/// is left out where it takes more. The result depends on the request alone, not on the machine. Throws RuleError, LimitError,
/// Interrupted.
Report report(const ReportRequest& request, const Budget& budget);

}  // namespace bouton
