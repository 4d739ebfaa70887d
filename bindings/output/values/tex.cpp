#include <string>

#include "bindings/output/formats/tex.h"
#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {
namespace {

/// A cell in mathematics: numbers as they are, letters upright.
std::string tex_cell(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return "";
  if (table.kind == ValueKind::outcome) return fmt::format("$\\mathcal{{{}}}$", letter(table.outcome(index)));
  if (table.cells[index] != Table::kInfinite) return fmt::format("${}$", table.cells[index]);
  if (table.kind == ValueKind::remoteness) return "$\\infty$";
  const Nimber nimber = table.nimber(index);
  std::string among;
  for (const Integer& value : nimber.among()) among += (among.empty() ? "" : ",") + value.get_str();
  return fmt::format("$\\infty_{{{}}}$", among);
}

/// A sequence in rows of ten: the index of the first, and the values.
void write_rows_of_ten(Sink& out, const Values& values) {
  const Table& table = values.table;
  constexpr std::uint64_t kColumns = 10;
  out.print("\\begin{{tabular}}{{r|*{{{}}}{{r}}}}\n$n$", kColumns);
  for (std::uint64_t i = 0; i < kColumns; ++i) out.print(" & $+{}$", i);
  out.write(" \\\\\n\\hline\n");
  const Coordinate low = table.box.low()[0];
  for (std::uint64_t row = 0; row < table.box.size(); row += kColumns) {
    out.print("${}$", low + static_cast<Coordinate>(row));
    for (std::uint64_t i = row; i < row + kColumns; ++i)
      out.print(" &{}", i < table.box.size() ? " " + tex_cell(table, i) : "");
    out.write(" \\\\\n");
  }
  out.write("\\end{tabular}\n");
}

/// One value a row, or a grid of the last two coordinates: rows are the first of them.
void write_grid(Sink& out, const Table& table, const Domain& domain, std::uint64_t first, std::size_t rows_axis) {
  const Box& box = table.box;
  const std::size_t columns_axis = rows_axis + 1;
  out.print("\\begin{{tabular}}{{r|*{{{}}}{{r}}}}\n", box.length(columns_axis));
  out.print("{} $\\backslash$ {}", tex_text(domain.coordinate_name(rows_axis)), tex_text(domain.coordinate_name(columns_axis)));
  for (std::uint64_t x = 0; x < box.length(columns_axis); ++x)
    out.print(" & {}", tex_text(value_name(domain.axis(columns_axis), box.low()[columns_axis] + static_cast<Coordinate>(x))));
  out.write(" \\\\\n\\hline\n");
  for (std::uint64_t y = 0; y < box.length(rows_axis); ++y) {
    out.write(tex_text(value_name(domain.axis(rows_axis), box.low()[rows_axis] + static_cast<Coordinate>(y))));
    for (std::uint64_t x = 0; x < box.length(columns_axis); ++x)
      out.print(" & {}", tex_cell(table, first + y * box.length(columns_axis) + x));
    out.write(" \\\\\n");
  }
  out.write("\\end{tabular}\n");
}

}  // namespace

/// LaTeX: a tabular environment for the last two coordinates, one for each value of the others, which a comment names.
void write_tex(Sink& out, const Values& values) {
  const Table& table = values.table;
  const Box& box = table.box;
  out.print("% {}\n", plain_tex_comment(title_of(values.game)));
  if (!values.provenance.empty()) out.print("% {}\n", values.provenance);
  if (values.is_sequence || box.dimensions() < 2) {
    if (box.dimensions() == 1) write_rows_of_ten(out, values);
    return;
  }
  const Domain& domain = values.game.rules->domain();
  const std::size_t rows_axis = box.dimensions() - 2;
  const std::uint64_t size = box.length(rows_axis) * box.length(rows_axis + 1);
  for (std::uint64_t first = 0; first < box.size(); first += size) {
    if (rows_axis > 0) {
      const Position position = box.position(first);
      std::string where;
      for (std::size_t i = 0; i < rows_axis; ++i)
        where += fmt::format("{}{} = {}", where.empty() ? "" : ", ", domain.coordinate_name(i),
                             value_name(domain.axis(i), position[i]));
      out.print("% {}\n", plain_tex_comment(where));
    }
    write_grid(out, table, domain, first, rows_axis);
  }
}

}  // namespace bouton
