// What `match` found.
#pragma once

#include <array>
#include <string>

#include "bindings/output/formats/json.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/sink/output.h"
#include "engine/plan/solver.h"
#include "engine/play/match.h"

namespace bouton {

struct MatchReport {
  Games games;
  Sum start;
  std::string drawn;  ///< how starts were drawn by chance, "random" or ranges; empty where they were not
  std::uint64_t seed = 0;
  std::array<std::string, 2> players;
  MatchResult result;
};

/// A table with a line for each player: wins, as a share with its confidence interval, and with either turn.
void write_text(Sink& out, const MatchReport& report);
void write_csv(Sink& out, const MatchReport& report);
/// {"game","start","games","seed","players":[{"name","wins","wins_moving_first","wins_moving_second","interval"},..],"draws","moves"};
/// start is a list of positions where it is a sum; where starts were drawn by chance it is null, and "starts" says from what.
Json to_json(const MatchReport& report);

}  // namespace bouton
