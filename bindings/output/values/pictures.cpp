#include "bindings/output/formats/pictures/pictures.h"
#include "bindings/output/values/values.h"
#include "engine/image/charts/sequence_picture.h"
#include "engine/image/charts/table_picture.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {
namespace {

/// A proof of the period is looked for where nobody asked for one, too: whoever sees the picture wants to know.
std::optional<Period> known_period(const Values& values) {
  if (values.period || values.table.kind != ValueKind::grundy) return values.period;
  std::optional<Period> found = period_of(values.game, values.table, Budget{});
  return found && found->proved ? found : std::nullopt;
}

Picture picture_of(const Values& values) {
  const std::optional<std::string>& title = values.style.title;
  Picture picture = values.is_sequence ? sequence_picture(values.game, values.table, "n", title, known_period(values))
                                       : table_picture(values.game, values.table, title);
  picture.provenance = values.provenance;
  return styled(std::move(picture), values.style);
}

}  // namespace

void write_png(Sink& out, const Values& values) { write_picture(out, Format::png, picture_of(values)); }
void write_svg(Sink& out, const Values& values) { write_picture(out, Format::svg, picture_of(values)); }
void write_pdf(Sink& out, const Values& values) { write_picture(out, Format::pdf, picture_of(values)); }

}  // namespace bouton
