// What the field start of a rule file makes of numbers.
#pragma once

#include <string>
#include <vector>

#include "bindings/lua/rules/rule_file.h"
#include "engine/position/integer.h"

namespace bouton::lua {

/// What start(numbers...) returns; the file has that field. Throws what calls of rule functions throw.
BigPosition call_start(RuleFile& file, const BigPosition& numbers);

/// The text of the position that start(number) returns, as such or as a position of the board or the graph that the file is
/// loaded for; of a file whose positions say on which one they are. Throws likewise.
std::string call_start_text(RuleFile& file, Coordinate number);

/// The positions to begin at that a file names, each once: its examples or, where it has none, its opening, what start makes of
/// small numbers, and those that facts are stated of. Those that cannot be made are left out.
std::vector<Position> positions_named_in(RuleFile& file);

}  // namespace bouton::lua
