// Theorems that were proved in earlier runs.
//
// A file each, in a folder of the user's (engine/system/kept_folder.h): what certificate.h writes, named by two checksums of
// the statement, which is all that a theorem is about (the lifted rule, the domain, the convention of play). What is read is
// believed in nothing: it is proved anew for the statement at hand, so that a file that was damaged, forged, or is about
// another game costs time and no more. What is saved is the search: tables, and guesses that are refuted. Files are whole or
// not there, so processes may share the folder; a folder that cannot be made or written to, or a full disk, means that nothing
// is kept.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/base/budget.h"
#include "engine/theorem/proof/theorem.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

/// The theorem about the P-positions that is kept for the statement, proved again. Nothing if there is none, or it does not
/// hold. Costs one proof. Throws Interrupted.
std::optional<Theorem> kept_theorem(const GameFormula& formula, const Budget& budget);

/// Keeps what the theorem says of the P-positions, if there is a folder for it. Throws Interrupted.
void keep_theorem(const GameFormula& formula, const Theorem& theorem, const Budget& budget);

}  // namespace bouton
