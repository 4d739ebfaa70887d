// How a picture is to look, beside what it shows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/image/picture.h"

namespace bouton {

enum class Theme { light, dark };

struct PictureStyle {
  std::optional<std::string> title;  ///< in place of the picture's own, for who draws it; empty: none
  std::optional<std::size_t> size;   ///< pixels of the longer side; at least 1
  Theme theme = Theme::light;

  bool is_usual() const { return !title && !size && theme == Theme::light; }
};

/// The picture, which has its title already, in a style: all lengths grow alike, colours of values stay, and in the dark theme
/// paper, ink and what stands for nothing change places. O(shapes and cells).
Picture styled(Picture picture, const PictureStyle& style);

}  // namespace bouton
