// Counts of positions and values, for people and as JSON.
#pragma once

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"
#include "engine/study/counts.h"

namespace bouton {

/// {"game","params","play","low","high","count","total","heaps","multisets","mod","by"}; what was not asked for is left out.
Json to_json(const Game& game, const CountRequest& request, const Counted& counted);

/// A line for each value, "VALUE COUNT", ascending.
void write_text(Sink& out, const Histogram& histogram);
/// {"game","params","play","low","high","value","histogram":[[value,count],..]}; values are numbers, or the names of outcomes
/// and of values that are no numbers.
Json to_json(const Game& game, const Box& box, const Histogram& histogram);

}  // namespace bouton
