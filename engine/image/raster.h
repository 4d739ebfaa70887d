// Pixels.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/image/colour.h"
#include "engine/image/picture.h"

namespace bouton {

struct Raster {
  std::size_t width = 0, height = 0;
  std::vector<Colour> pixels;  ///< row by row from the top
};

/// The picture as pixels, on its paper; the edges of lines, dots and letters are smooth. O(pixels), 3 bytes each.
Raster draw(const Picture& picture);

}  // namespace bouton
