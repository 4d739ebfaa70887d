// For a build without SQLite.
#include "bindings/output/databases/survey_database.h"

namespace bouton {

bool writes_databases() { return false; }

void write_survey_database(Sink& /*out*/, const std::vector<Json>& /*rows*/) {
  throw RequestError("this build of Bouton writes no databases");
}

}  // namespace bouton
