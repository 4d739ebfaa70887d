// Why a position is won, lost or drawn, laid out.
#pragma once

#include <string>
#include <string_view>

#include "bindings/output/formats/json.h"
#include "engine/why/reason.h"

namespace bouton {

/// Prose broken at `width` columns (0: as long as it takes) and tables in columns, each line after `indent`.
std::string text_of(const Reason& reason, std::size_t width, std::string_view indent = "");

/// {"game","position","components","play","outcome","reason":[..],"move":null|{"component","label","to"}}: a text for each
/// paragraph, a table as lines.
Json to_json(const Games& games, const Sum& sum, const Reason& reason);

}  // namespace bouton
