// Tables and sequences in the form that is asked for: the encoder of each form is a function of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "bindings/output/values/page.h"
#include "engine/heap/period/period.h"
#include "engine/image/style.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// What is written. All that it refers to must outlive it.
struct Values {
  const Game& game;
  const Table& table;
  Page page = {};            ///< what text is written for
  bool is_sequence = false;  ///< the table has one dimension, and is written as a sequence
  /// Of a sequence, counted from its first cell: text and JSON say it.
  std::optional<Period> period = {};
  bool only_period = false;  ///< text and JSON leave out the values
  PictureStyle style = {};   ///< of a picture
  /// What b-files, LaTeX and pictures say of where they come from: a line of JSON; empty: nothing.
  std::string provenance = {};
};

// `void write_text(Sink& out, const Values& values);` and so on, the encoder of each form.
#define BOUTON_DECLARE_ENCODER(name, endings, picture) void write_##name(Sink& out, const Values& values);
BOUTON_VALUE_FORMATS(BOUTON_DECLARE_ENCODER)
#undef BOUTON_DECLARE_ENCODER

/// The forms that tables and sequences have; the first is the usual one.
std::vector<Format> value_formats();

/// Throws RequestError, before anything is written, for a form that tables do not have or that cannot hold the values.
void write_values(Sink& out, Format format, const Values& values);

/// Writes the values to a file, whole or not at all, in the form of its ending.
void save_values(const Values& values, const std::filesystem::path& file);

/// The comments that come first in a b-file of so many values: what it holds, and its provenance where that is not empty.
std::string bfile_head(Coordinate first, std::uint64_t count, std::string_view provenance);

/// Tables as CSV: the names of the coordinates and the kind of the values, then a line for each position, where `value` is
/// empty if it is not valid.
void write_csv_head(Sink& out, std::vector<std::string> coordinates, ValueKind kind);
void write_csv_cell(Sink& out, PositionView position, std::string_view value);

/// The names of the coordinates of a box's positions: "S", "L", or "a[1]", "a[2]" in a piles game.
std::vector<std::string> coordinate_names(const Domain& domain, std::size_t dimensions);

}  // namespace bouton
