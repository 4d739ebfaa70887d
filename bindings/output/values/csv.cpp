#include "bindings/output/formats/csv.h"

#include <fmt/format.h>

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {

void write_csv_head(Sink& out, std::vector<std::string> coordinates, ValueKind kind) {
  coordinates.emplace_back(name(kind));
  write_csv_row(out, coordinates);
}

void write_csv_cell(Sink& out, PositionView position, std::string_view value) {
  for (const Coordinate coordinate : position) {
    const fmt::format_int digits(coordinate);
    out.write({digits.data(), digits.size()});
    out.write(",");
  }
  out.write(value);
  out.write("\n");
}

void write_csv(Sink& out, const Values& values) {
  const Table& table = values.table;
  std::vector<std::string> names = {"n"};
  if (!values.is_sequence) names = coordinate_names(values.game.rules->domain(), table.box.dimensions());
  write_csv_head(out, std::move(names), table.kind);
  Position position = table.box.low();
  for (std::uint64_t i = 0; i < table.box.size(); ++i, table.box.next(position))
    write_csv_cell(out, position, table.valid(i) ? csv_field(cell_text(table, i)) : "");
}

}  // namespace bouton
