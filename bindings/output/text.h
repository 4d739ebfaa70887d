// Results for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/output/output.h"
#include "bindings/output/page.h"
#include "bindings/output/solution.h"
#include "engine/plan/explain.h"
#include "engine/position/domain.h"
#include "engine/values/table.h"

namespace bouton {

/// How many columns of a terminal UTF-8 text takes, counted as one for each character.
std::size_t display_width(std::string_view text);

/// Rows of cells, padded so that columns line up two blanks apart, each line after `indent`. No blanks at line ends.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::string_view indent = "  ");

/// A cell for people: a number, ∞(0,2), P, N or D, ∞ for the remoteness of a draw; "." where the position is not valid.
std::string cell_text(const Table& table, std::uint64_t index);

/// One dimension: a line for each position. Two: a grid, rows the first coordinate, columns the last. More: a grid of the
/// last two coordinates that vary, for each value of the others. Lines are at most as wide as the page where the cells allow
/// it: grids are then cut into blocks of columns.
void write_text(Sink& out, const Table& table, const Domain& domain, const Page& page);

/// The cells of a table of one dimension, separated by blanks, in lines of at most `width`.
void write_sequence_text(Sink& out, const Table& table, std::size_t width);

void write_text(Sink& out, const Solution& solution);

/// Which way answers which question about the game called `name`.
void write_text(Sink& out, const std::string& name, const std::string& title, const Explanation& explanation);

}  // namespace bouton
