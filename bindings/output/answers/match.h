// What `match` found.
#pragma once

#include "bindings/output/formats/json.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/sink/output.h"
#include "engine/study/match.h"

namespace bouton {

/// A table with a line for each player: wins, as a share with its confidence interval, and with either turn.
void write_text(Sink& out, const MatchReport& report);
void write_csv(Sink& out, const MatchReport& report);
/// {"game","start","games","seed","players":[{"name","wins","wins_moving_first","wins_moving_second","interval"},..],"draws","moves"};
/// start is a list of positions where it is a sum; where starts were drawn by chance it is null, and "starts" says from what.
Json to_json(const MatchReport& report);

}  // namespace bouton
