// Laws of slopes that are known within intervals.
#pragma once

#include <optional>

#include "engine/conjecture/family_laws.h"

namespace bouton {

/// The simplest law that the first half of the members fits and the other half, too: a + b m, or the greater root of
/// x^2 + (a + b m) x + (c + d m), with whole numbers from -4 to 4. At least 3 members of each half are needed, and intervals
/// that are short.
std::optional<FamilyLaw> slope_law(const FamilyEvidence& evidence, const FamilySlope& slope);

}  // namespace bouton
