// Answers of many parts, which are JSON.
#pragma once

#include <memory>

#include "bindings/c/include/bouton.h"
#include "bindings/output/formats/json.h"

namespace bouton::c {

/// Hands the answer to the caller; null: not yet.
bouton_status give(const std::shared_ptr<const Json>& answer, bouton_list** json);

}  // namespace bouton::c
