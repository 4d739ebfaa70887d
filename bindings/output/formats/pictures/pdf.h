// PDF files.
#pragma once

#include "bindings/output/sink/output.h"
#include "engine/image/picture.h"

namespace bouton {

/// The picture as one page of its size, a point for a pixel. Texts are texts in Helvetica, as far as it has their letters
/// (Latin-1); others are drawn as strokes. A grid is an image of a pixel for a cell. Throws OutputError where the library
/// refuses.
void write_pdf(Sink& out, const Picture& picture);

}  // namespace bouton
