// A theorem for LaTeX.
#pragma once

#include <string_view>

#include "bindings/output/answers/theorem.h"
#include "bindings/output/sink/output.h"

namespace bouton {

/// A theorem environment, named after the game, for a document that declares one (\newtheorem{theorem}{Theorem}, of amsthm or
/// without); what the automata read and why play ends stand below it as a remark in prose. `answer` has a theorem. `provenance`
/// is a comment above; empty: none.
void write_theorem_tex(Sink& out, const TheoremAnswer& answer, std::string_view provenance);

}  // namespace bouton
