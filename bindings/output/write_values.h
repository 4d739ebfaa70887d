// Tables and sequences in the form that is asked for.
#pragma once

#include <array>
#include <filesystem>
#include <optional>

#include "bindings/output/format.h"
#include "bindings/output/output.h"
#include "bindings/output/page.h"
#include "engine/heap/period/period.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// The forms that tables and sequences have; the first is the usual one.
inline constexpr std::array kValueFormats = {Format::text,  Format::csv, Format::json, Format::npy,
                                             Format::bfile, Format::png, Format::svg};

/// Writes a table of `game`. `page`: what text is written for. Throws RequestError, before anything
/// is written, for a form that tables do not have or that cannot hold the values.
void write_table(Sink& out, Format format, const Game& game, const Table& table, const Page& page = {});

/// The same for a table of one dimension as a sequence. Text and JSON say its period, counted from its first cell, where one is
/// given.
void write_sequence(Sink& out, Format format, const Game& game, const Table& table, const Page& page = {},
                    const std::optional<Period>& period = {});

/// Writes a table or a sequence to a file, whole or not at all, in the form of its ending.
void save_table(const Game& game, const Table& table, const std::filesystem::path& file);
void save_sequence(const Game& game, const Table& table, const std::filesystem::path& file);

}  // namespace bouton
