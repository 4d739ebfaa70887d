// The components of a sum with coordinates of 64 bits.
#pragma once

#include <vector>

#include "engine/question/question.h"
#include "engine/sum/sum_rules.h"

namespace bouton {

/// The components with 64-bit coordinates. Throws RequestError where these do not suffice.
std::vector<SumPart> narrow_parts(const Sum& sum);

}  // namespace bouton
