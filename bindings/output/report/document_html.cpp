#include "bindings/output/formats/pictures/svg.h"
#include "bindings/output/formats/pictures/xml_text.h"
#include "bindings/output/report/document.h"

namespace bouton {
namespace {

constexpr std::string_view kStyle =
    "body{font:11pt/1.4 Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif;color:#1a1a1a;background:#fff;"
    "max-width:44rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.7em;margin:0}h2{font-size:1.2em;margin:1.4em 0 .3em;break-after:avoid}p{margin:.4em 0}\n"
    ".source,footer{color:#555;font-size:.85em}footer{margin-top:2em;border-top:1px solid #ccc;padding-top:.4em}\n"
    "table{border-collapse:collapse;margin:.5em 0}td,th{padding:.15em 1.2em .15em 0;text-align:left;vertical-align:top}\n"
    "th{border-bottom:1px solid #888}pre{font:10pt/1.25 'DejaVu Sans Mono',monospace;overflow-x:auto}\n"
    "figure{margin:.6em 0;break-inside:avoid}figure svg{max-width:100%;height:auto}\n"
    ".page{break-before:page}@media print{body{margin:0;padding:0;max-width:none}}\n";

struct HtmlWriter {
  Sink& out;
  bool& on_new_page;

  std::string page_class() const { return std::exchange(on_new_page, false) ? " class=\"page\"" : ""; }

  void operator()(const Document::Heading& heading) const {
    out.print("<h2{}>{}</h2>\n", page_class(), xml_text(heading.text));
  }
  void operator()(const Document::Paragraph& paragraph) const {
    out.print("<p{}>{}</p>\n", page_class(), xml_text(paragraph.text));
  }
  void operator()(const Document::Rows& rows) const {
    out.write("<table>\n");
    for (std::size_t i = 0; i < rows.cells.size(); ++i) {
      const std::string_view cell = rows.has_head && i == 0 ? "th" : "td";
      out.write("<tr>");
      for (const std::string& text : rows.cells[i]) out.print("<{0}>{1}</{0}>", cell, xml_text(text));
      out.write("</tr>\n");
    }
    out.write("</table>\n");
  }
  void operator()(const Document::Lines& lines) const {
    out.write("<pre>");
    for (const std::string& line : lines.lines) out.print("{}\n", xml_text(line));
    out.write("</pre>\n");
  }
  void operator()(const Document::Figure& figure) const {
    out.print("<figure style=\"width:{:.0f}%\">\n", 100 * figure.most_width);
    write_svg(out, figure.picture);
    out.write("</figure>\n");
  }
  void operator()(const Document::PageBreak&) const { on_new_page = true; }
};

}  // namespace

void write_html(Sink& out, const Document& document, Paper paper) {
  out.write("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  out.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  out.write("<meta name=\"generator\" content=\"Bouton\">\n");
  if (!document.provenance.empty()) out.print("<meta name=\"provenance\" content=\"{}\">\n", xml_text(document.provenance));
  out.print("<title>{}</title>\n<style>\n@page{{size:{};margin:18mm}}\n{}</style>\n</head>\n<body>\n", xml_text(document.title),
            paper == Paper::a4 ? "A4" : "letter", kStyle);
  out.print("<h1>{}</h1>\n", xml_text(document.title));
  if (!document.subtitle.empty()) out.print("<p class=\"source\">{}</p>\n", xml_text(document.subtitle));
  bool on_new_page = false;
  for (const Document::Block& block : document.blocks) std::visit(HtmlWriter{out, on_new_page}, block);
  out.print("<footer>{}</footer>\n</body>\n</html>\n", xml_text(document.footer));
}

}  // namespace bouton
