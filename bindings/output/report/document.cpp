#include "bindings/output/report/document.h"

namespace bouton {

void write_document(Sink& out, Format format, const Document& document, Paper paper) {
  switch (format) {
    case Format::pdf: write_pdf(out, document, paper); break;
    case Format::html: write_html(out, document, paper); break;
    default: write_md(out, document);
  }
}

}  // namespace bouton
