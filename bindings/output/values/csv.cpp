#include "bindings/output/formats/csv.h"

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {

/// A header, then a row for each position: its coordinates and its value, which is empty where the position is not valid.
void write_csv(Sink& out, const Values& values) {
  const Table& table = values.table;
  std::vector<std::string> header = {"n"};
  if (!values.is_sequence) header = coordinate_names(values.game.rules->domain(), table.box.dimensions());
  header.emplace_back(name(table.kind));
  write_csv_row(out, header);
  Position position = table.box.low();
  for (std::uint64_t i = 0; i < table.box.size(); ++i, table.box.next(position)) {
    for (const Coordinate coordinate : position) out.print("{},", coordinate);
    if (table.valid(i)) out.write(csv_field(cell_text(table, i)));
    out.write("\n");
  }
}

}  // namespace bouton
