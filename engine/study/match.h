// Players against each other, many times.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/play/match.h"
#include "engine/play/starts.h"
#include "engine/question/question.h"
#include "engine/rules/game.h"

namespace bouton {

class Farm;

/// What a match is asked for.
struct MatchRequest {
  /// How games begin by chance: within ranges, or as random_start finds positions.
  struct Drawn {
    std::string how;  ///< as it was asked for: "random", "10:30,7"
    std::optional<StartRanges> ranges;
  };
  Games games;
  Sum start;
  std::array<std::string, 2> players;  ///< names, as make_player takes them
  std::uint64_t rounds = 1000;         ///< at least 1
  std::uint64_t seed = 1;
  std::optional<Drawn> drawn = {};  ///< absent: all games begin at `start`
  /// The same games loaded once more, for a thread of its own. Empty: all is played in the thread that asks.
  std::function<Games()> load_again = {};
};

struct MatchReport {
  Games games;
  Sum start;
  std::string drawn;  ///< how starts were drawn by chance; empty where they were not
  std::uint64_t seed = 0;
  std::array<std::string, 2> players;  ///< in full
  MatchResult result;
};

/// Plays the match, in the budget's threads or, where there is a farm, by the farm's workers; the result is the same. Throws
/// RequestError for players and starts that there are not, and what players throw.
MatchReport match(const MatchRequest& request, const Budget& budget, Farm* farm = nullptr);

}  // namespace bouton
