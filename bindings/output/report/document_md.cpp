#include "bindings/output/report/document.h"
#include "engine/base/plain_text.h"

namespace bouton {
namespace {

/// On one line, with what means something to Markdown escaped.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : plain_line(text)) {
    if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

void write_lines(Sink& out, const std::vector<std::string>& lines) {
  out.write("```text\n");
  for (const std::string& line : lines) out.print("{}\n", plain_line(line));
  out.write("```\n\n");
}

struct MarkdownWriter {
  Sink& out;

  void operator()(const Document::Heading& heading) const { out.print("## {}\n\n", escaped(heading.text)); }
  void operator()(const Document::Paragraph& paragraph) const { out.print("{}\n\n", escaped(paragraph.text)); }
  void operator()(const Document::Rows& rows) const {
    if (rows.cells.empty()) return;
    const auto write_row = [this](const std::vector<std::string>& row) {
      out.write("|");
      for (const std::string& cell : row) out.print(" {} |", escaped(cell));
      out.write("\n");
    };
    const std::size_t columns = rows.cells[0].size();
    write_row(rows.has_head ? rows.cells[0] : std::vector<std::string>(columns));
    out.write("|");
    for (std::size_t i = 0; i < columns; ++i) out.write(" --- |");
    out.write("\n");
    for (std::size_t i = rows.has_head ? 1 : 0; i < rows.cells.size(); ++i) write_row(rows.cells[i]);
    out.write("\n");
  }
  void operator()(const Document::Lines& lines) const { write_lines(out, lines.lines); }
  void operator()(const Document::Figure& figure) const {
    if (!figure.lines.empty()) write_lines(out, figure.lines);
  }
  void operator()(const Document::PageBreak&) const { out.write("---\n\n"); }
};

}  // namespace

void write_md(Sink& out, const Document& document) {
  if (!document.provenance.empty()) {
    std::string comment = document.provenance;  // two hyphens would end it
    for (std::size_t at = comment.find("--"); at != std::string::npos; at = comment.find("--", at))
      comment.replace(at, 2, "-\\u002d");
    out.print("<!-- {} -->\n\n", comment);
  }
  out.print("# {}\n\n", escaped(document.title));
  if (!document.subtitle.empty()) out.print("{}\n\n", escaped(document.subtitle));
  for (const Document::Block& block : document.blocks) std::visit(MarkdownWriter{out}, block);
  out.print("---\n\n{}\n", escaped(document.footer));
}

}  // namespace bouton
