// All that is found out about a game's positions of every size: what is proved, and what the tables suggest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/conjecture/conjecture.h"
#include "engine/heap/period/period.h"
#include "engine/rules/game.h"
#include "engine/study/discovery/disguise.h"
#include "engine/study/discovery/rows_of_table.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/discovery/words_of_rows.h"

namespace bouton {

/// A period that is proved, of the Grundy values or the outcomes of heaps. Where the game has more coordinates, a heap is
/// what `start` makes of one number, or a position in which the others are fixed.
struct ProvedPeriod {
  std::string where;  ///< "starts", or as Discovery::Part::where
  ValueKind kind = ValueKind::grundy;
  Period period;
};

/// How many times as far as usual tables may go.
inline constexpr std::uint64_t kFurthest = 64;

struct Discovery {
  TheoremReport theorem;
  std::vector<ProvedPeriod> periods;
  /// That of the Grundy values of a game of one heap; null where none is proved.
  const Period* heap_period() const;
  std::vector<PeriodicRows> periodic_rows;  ///< of a table of two coordinates
  /// Of rows that no theorem is about.
  std::vector<WordsOfRow> row_words;
  std::vector<Disguise> disguises;  ///< games whose values or P-positions these are
  /// None of its conjectures fails where it was checked.
  struct Part {
    std::string where;  ///< "goal = normal": the coordinates of few values that these are about; empty where there are none
    std::vector<Conjecture> conjectures;
  };
  std::vector<Part> parts;
  std::vector<std::string> not_looked_at;  ///< tables for conjectures that took too much, each with what it took
  double seconds = 0;                      ///< what all of it took
  std::uint64_t further = 1;               ///< how many times as far as usual tables went
};

/// Looks for a theorem about the positions of so many coordinates, for proved periods, and for conjectures in tables that no
/// formula or claim of the rules takes part in. What a proof says, or speaks against, is not a conjecture: about P-positions
/// alone there is none beside a theorem. Each table has its share of work, which is counted; one that would take more is left
/// out and named. `further`: how many times as far as usual tables go, 1 to kFurthest, each with a share that is as much
/// greater as its cube; so a conjecture is checked further. The game is compared with short take-and-break codes and with those
/// of `library`. Throws RequestError for another `further`, RuleError, LimitError, Interrupted.
Discovery discover(const Game& game, std::size_t dimensions, const Budget& budget, std::uint64_t further = 1,
                   const Library& library = {});

}  // namespace bouton
