// A report on a game as a document.
#pragma once

#include <string>

#include "bindings/output/report/document.h"
#include "engine/study/report/report.h"

namespace bouton {

/// In the order in which a reader asks: the rules, who wins and how, a map, the P-positions, what is known of all positions,
/// what playing is like, exercises, and their solutions on a page of their own. `footer` and `provenance` are the document's.
Document document_of(const Report& report, const std::string& footer, const std::string& provenance, const Budget& budget);

}  // namespace bouton
