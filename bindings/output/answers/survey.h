// What `survey` found: a row for each game of a family.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/plan/survey/survey.h"

namespace bouton {

/// {"game","params","heaps","largest","rare","period":{"preperiod","period","saltus","proved","theorem","checked_to"}|null,
/// "statement","error"}; what a game has not is null.
Json survey_json(const Game& game, const SurveyEntry& entry, const Budget& budget);
/// Of a game about which nothing was found, for that reason; `params` as they were asked for.
Json survey_error_json(const std::string& game, const Json& params, const std::string& error);

/// A column of the table that these rows are, where they are not JSON.
struct SurveyColumn {
  enum class Kind { text, number, truth };
  const char* name;
  Kind kind;
};
std::span<const SurveyColumn> survey_columns();
/// What a row, as above, has in each of these columns; null where it has nothing.
std::vector<Json> survey_cells(const Json& row);

// The rows as they are above.
void write_survey_text(Sink& out, const std::vector<Json>& rows);
void write_survey_csv(Sink& out, const std::vector<Json>& rows);

}  // namespace bouton
