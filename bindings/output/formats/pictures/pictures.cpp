#include "bindings/output/formats/pictures/pictures.h"

#include "bindings/output/formats/pictures/pdf.h"
#include "bindings/output/formats/pictures/png.h"
#include "bindings/output/formats/pictures/svg.h"

namespace bouton {

void write_picture(Sink& out, Format format, const Picture& picture) {
  switch (format) {
    case Format::png: write_png(out, draw(picture), {picture.title, picture.provenance}); break;
    case Format::pdf: write_pdf(out, picture); break;
    default: write_svg(out, picture);
  }
}

}  // namespace bouton
