#include "bindings/output/formats/pictures/pdf.h"

#include <variant>

#include "bindings/output/formats/pictures/pdf_painter.h"

namespace bouton {

void write_pdf(Sink& out, const Picture& picture) {
  PdfDocument document(picture.title, picture.provenance);
  const auto width = static_cast<double>(picture.width), height = static_cast<double>(picture.height);
  const HPDF_Page page = document.add_page(width, height);
  PdfPainter painter(document, page, height);
  painter(shape::Rectangle{0, 0, width, height, picture.paper});
  for (const Shape& shape : picture.shapes) std::visit(painter, shape);
  document.write(out);
}

}  // namespace bouton
