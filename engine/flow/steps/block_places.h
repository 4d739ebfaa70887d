// In which order the blocks of a function are executed where the ways of many positions are to meet.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/flow/families/loop_nest.h"

namespace bouton {

/// By block: its place, before those of all blocks that control may come to later but by a jump back. The blocks of a loop
/// stand before what is behind the loop, so that whoever takes the first block that waits comes there once all rounds are over.
std::vector<std::uint32_t> places_by_loop(const FlowFunction& function, const LoopNest& nest);

}  // namespace bouton
