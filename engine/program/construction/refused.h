// How the parts of the lifter that know no Lua code give up. Thrown and caught inside the lifter; no Lua frame is between.
#pragma once

#include <string>

namespace bouton {

/// Something does not fit a MoveProgram. Whoever catches it adds the function and the line.
struct Refused {
  std::string construct;
};

}  // namespace bouton
