// Values as JSON. Integers beyond 2^53 are strings, since readers would round them.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "bindings/output/sink/output.h"
#include "engine/plan/solver.h"
#include "engine/position/integer.h"
#include "engine/rules/game.h"

namespace bouton {

/// Keeps keys in the order in which they were set.
using Json = nlohmann::ordered_json;

Json to_json(Coordinate value);
Json to_json(const Integer& value);
Json to_json(const BigPosition& position);
Json to_json(PositionView position);
/// The list of the coordinates; of a board or a graph, its text.
Json position_json(const Game& game, const BigPosition& position);
/// An integer, or {"infinity": [..]}.
Json to_json(const Nimber& nimber);
/// A parameter: an integer, a string, a list, the text of a function, or "default" for a function not given.
Json to_json(const Parameter::Value& value);
/// Sets "outcome", "grundy" and "remoteness"; what is not known is null.
void add_value(Json& json, const Value& value);
/// The parameters of a game, by name.
Json params_json(const Game& game);

/// On one line; text that is not UTF-8 has replacement characters.
std::string text_of(const Json& json);
/// Writes that and a line feed.
void write_json(Sink& out, const Json& json);

}  // namespace bouton
