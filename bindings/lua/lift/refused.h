// How the passes of the lifter give up. Thrown and caught inside the lifter only; no Lua frame is ever between.
#pragma once

#include <string>

namespace bouton::lua {

/// Something does not fit a MoveProgram. Who knows the place in the Lua function adds it.
struct Refused {
  std::string construct;
};

}  // namespace bouton::lua
