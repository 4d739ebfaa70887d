// What `survey` found, as a database.
#pragma once

#include <vector>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"

namespace bouton {

/// Whether this build has a library for databases.
bool writes_databases();

/// An SQLite database with one table, `survey`. Its columns are those of survey_columns(): numbers and truths (0 or 1) are
/// INTEGER, all else is TEXT, and what a game has not is NULL. Before them stands `number`, the primary key, which counts the
/// rows from 1 in their order. An index, survey_by_game, finds rows by game and params. The same rows are the same bytes by the
/// same version of SQLite. The database is made in memory, some hundred bytes a row. Throws OutputError, and RequestError where
/// the build has no library.
void write_survey_database(Sink& out, const std::vector<Json>& rows);

}  // namespace bouton
