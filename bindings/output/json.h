// Results as JSON, on one line. Integers beyond 2^53 are strings, since readers would round them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "bindings/output/output.h"
#include "bindings/output/position_list.h"
#include "bindings/output/solution.h"
#include "engine/heap/period/period.h"
#include "engine/values/table.h"

namespace bouton {

/// Keeps keys in the order in which they were set.
using Json = nlohmann::ordered_json;

Json to_json(Coordinate value);
Json to_json(const Integer& value);
Json to_json(const BigPosition& position);
Json to_json(PositionView position);
/// An integer, or {"infinity": [..]}.
Json to_json(const Nimber& nimber);
/// A parameter: an integer, a string, a list, the text of a function, or "default" for a function not given.
Json to_json(const Parameter::Value& value);
/// Sets "outcome", "grundy" and "remoteness"; what is not known is null.
void add_value(Json& json, const Value& value);
/// {"game","position","components","play","outcome",...}, with "moves" where every move was asked for.
Json to_json(const Solution& solution);

/// Writes `json` and a line feed. Text that is not UTF-8 is written with replacement characters.
void write_json(Sink& out, const Json& json);

/// {"game","value","low","high","shape","data"}; null where a position is not valid or a remoteness infinite.
void write_json(Sink& out, const Table& table, std::string_view game);
/// {"game","low","values","period"}, of a table of one dimension; `period` counts from its first cell.
void write_sequence_json(Sink& out, const Table& table, std::string_view game, const std::optional<Period>& period = {});
/// {"game","low","high","count","positions"}
void write_json(Sink& out, const PositionList& positions, const Box& box, std::string_view game);
/// The same without the positions.
void write_count_json(Sink& out, std::uint64_t count, const Box& box, std::string_view game);

}  // namespace bouton
