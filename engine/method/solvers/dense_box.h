// Which positions a table is worth keeping without their keys.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/position/box.h"
#include "engine/position/domain.h"

namespace bouton {

/// The box from the least values of the domain to the upper corner of `box`, where most options of its positions are,
/// if it has no more than `affordable` cells and is not out of all proportion to `box`; else `box` itself, if that is
/// affordable; else nothing.
std::optional<Box> dense_box(const Domain& domain, const Box& box, std::uint64_t affordable);

}  // namespace bouton
