#include "bindings/output/formats/pdf.h"
#include "bindings/output/formats/png.h"
#include "bindings/output/formats/svg.h"
#include "bindings/output/values/values.h"
#include "engine/image/sequence_picture.h"
#include "engine/image/table_picture.h"

namespace bouton {
namespace {

Picture picture_of(const Values& values) {
  Picture picture = values.is_sequence ? sequence_picture(values.game, values.table) : table_picture(values.game, values.table);
  return styled(std::move(picture), values.style);
}

}  // namespace

void write_png(Sink& out, const Values& values) {
  const Picture picture = picture_of(values);
  write_png(out, draw(picture), picture.title);
}

void write_svg(Sink& out, const Values& values) { write_svg(out, picture_of(values)); }

void write_pdf(Sink& out, const Values& values) { write_pdf(out, picture_of(values)); }

}  // namespace bouton
