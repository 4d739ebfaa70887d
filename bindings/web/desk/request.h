// Reading what a page asks. Everything that is missing or of the wrong kind is a RequestError that names it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "bindings/output/formats/json.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton::web {

const Json& member(const Json& object, const char* name);
/// A text; a number is taken as it is spelled.
std::string text_in(const Json& object, const char* name);
/// Nothing where it is missing or null.
std::optional<std::string> optional_text_in(const Json& object, const char* name);
/// An integer of 64 bits, as a number or as a text.
Coordinate integer_in(const Json& object, const char* name);
Coordinate integer_in(const Json& object, const char* name, Coordinate otherwise);
/// An integer of at least 0.
std::size_t count_in(const Json& object, const char* name, std::size_t otherwise);

/// "grundy", "outcome" or "remoteness"; where it is missing, what the game has.
ValueKind kind_in(const Json& request, const Game& game);
/// {"low": [..]?, "high": [..]}: a box of the game's positions; "low" is the least there is where it is missing.
std::pair<Position, Position> corners_in(const Json& request, const Game& game);
/// The same. Throws RequestError where there are more than 2^63 positions.
Box box_in(const Json& request, const Game& game);

}  // namespace bouton::web
