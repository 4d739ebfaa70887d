// A period as JSON.
#pragma once

#include <optional>

#include "bindings/output/formats/json.h"
#include "engine/heap/period/period.h"

namespace bouton {

/// {"preperiod","period","saltus","proved","theorem","checked_to"}; null where there is none.
Json period_json(const std::optional<Period>& period);

}  // namespace bouton
