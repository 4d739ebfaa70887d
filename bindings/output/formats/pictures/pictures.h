// The forms of pictures.
#pragma once

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "engine/image/picture.h"

namespace bouton {

/// The picture in a form that is one (is_picture).
void write_picture(Sink& out, Format format, const Picture& picture);

}  // namespace bouton
