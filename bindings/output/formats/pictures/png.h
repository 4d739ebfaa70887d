// PNG files.
#pragma once

#include <string>

#include "bindings/output/sink/output.h"
#include "engine/image/raster.h"

namespace bouton {

/// What a PNG file says of itself, in chunks of text; what is empty is left out.
struct PngTexts {
  std::string title = {};       ///< Title
  std::string provenance = {};  ///< Comment: a line, such as JSON
};

/// The raster as a PNG file: with a palette where it has at most 256 colours, else true colour. Throws OutputError where libpng
/// fails, and what the sink throws.
void write_png(Sink& out, const Raster& raster, const PngTexts& texts = {});

}  // namespace bouton
