#include "bindings/output/write_values.h"

#include <fmt/format.h>

#include "bindings/output/bfile.h"
#include "bindings/output/csv.h"
#include "bindings/output/json.h"
#include "bindings/output/npy.h"
#include "bindings/output/png.h"
#include "bindings/output/svg.h"
#include "bindings/output/text.h"
#include "engine/base/errors.h"
#include "engine/image/table_picture.h"
#include "engine/plan/ways/heap_solver.h"

namespace bouton {
namespace {

constexpr std::size_t kWidth = 80;  // of lines that are not shown on a terminal

Format format_of(const std::filesystem::path& file) {
  if (const std::optional<Format> format = format_of_file(file.string())) return *format;
  throw RequestError(
      fmt::format("{}: the ending says no form; there are .txt, .csv, .json, .npy, .b, .png and .svg", file.string()));
}

[[noreturn]] void refuse(Format format) {
  throw RequestError(fmt::format("values are written as {}, not as {}", names(kValueFormats), name(format)));
}

/// The period, in a sentence about heaps.
std::string sentence(Period period, Coordinate low) {
  period.preperiod += static_cast<std::uint64_t>(low);
  period.checked_to += static_cast<std::uint64_t>(low);
  return describe(period);
}

void write_picture(Sink& out, Format format, const Picture& picture) {
  if (format == Format::png) write_png(out, draw(picture), picture.title);
  else write_svg(out, picture);
}

template <class Write>
void save(const std::filesystem::path& file, Write write) {
  const Format format = format_of(file);
  const std::unique_ptr<Output> out = open_output(file);
  write(*out, format);
  out->finish();
}

}  // namespace

void write_table(Sink& out, Format format, const Game& game, const Table& table, const Page& page) {
  const Domain& domain = game.rules->domain();
  switch (format) {
    case Format::text: write_text(out, table, domain, page); break;
    case Format::csv: write_csv(out, table, coordinate_names(domain, table.box.dimensions())); break;
    case Format::json: write_json(out, table, game.name); break;
    case Format::npy: write_npy(out, table); break;
    case Format::bfile: write_bfile(out, table); break;
    case Format::png:
    case Format::svg: write_picture(out, format, table_picture(game, table)); break;
    default: refuse(format);
  }
}

void write_sequence(Sink& out, Format format, const Game& game, const Table& table, const Page& page,
                    const std::optional<Period>& period) {
  switch (format) {
    case Format::text:
      write_sequence_text(out, table, page.width > 0 ? page.width : kWidth);
      if (period) out.print("{}\n", sentence(*period, table.box.low()[0]));
      break;
    case Format::csv: write_csv(out, table, {"n"}); break;
    case Format::json: write_sequence_json(out, table, game.name, period); break;
    case Format::npy: write_npy(out, table); break;
    case Format::bfile: write_bfile(out, table); break;
    case Format::png:
    case Format::svg: write_picture(out, format, sequence_picture(game, table)); break;
    default: refuse(format);
  }
}

void save_table(const Game& game, const Table& table, const std::filesystem::path& file) {
  save(file, [&](Sink& out, Format format) { write_table(out, format, game, table); });
}

void save_sequence(const Game& game, const Table& table, const std::filesystem::path& file) {
  save(file, [&](Sink& out, Format format) { write_sequence(out, format, game, table); });
}

}  // namespace bouton
