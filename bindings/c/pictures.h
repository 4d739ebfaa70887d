// Answers that are pictures.
#pragma once

#include <string>

#include "engine/image/picture.h"

namespace bouton::c {

/// The picture as SVG.
std::string svg_of(const Picture& picture);

}  // namespace bouton::c
