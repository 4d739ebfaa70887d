// Results as comma-separated values (RFC 4180, lines ended by a line feed): a header, then a row for each position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bindings/output/output.h"
#include "bindings/output/position_list.h"
#include "bindings/output/solution.h"
#include "engine/values/table.h"

namespace bouton {

/// A field, in quotes if it needs them.
std::string csv_field(std::string_view text);
/// One line.
void write_csv_row(Sink& out, const std::vector<std::string>& fields);

/// The coordinates and the value; the value is empty where the position is not valid.
void write_csv(Sink& out, const Table& table, const std::vector<std::string>& coordinates);
/// One position of a list, after a header of their names.
void write_csv_position(Sink& out, PositionView position);
/// One row: game, position, play, outcome, grundy, remoteness, winning moves separated by ";". With all moves, a row for
/// each move instead: component, label, to, and the value that it leads to.
void write_csv(Sink& out, const Solution& solution);

}  // namespace bouton
