// SVG files.
#pragma once

#include "bindings/output/sink/output.h"
#include "engine/image/picture.h"

namespace bouton {

/// The picture as SVG 1.1. Texts are text elements, not outlines. Grids of few cells are paths, one for each colour; of many,
/// an embedded PNG.
void write_svg(Sink& out, const Picture& picture);

}  // namespace bouton
