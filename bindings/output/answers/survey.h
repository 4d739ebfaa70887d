// What `survey` found: a row for each game of a family.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/study/equal_games.h"
#include "engine/study/survey.h"

namespace bouton {

/// {"game","params","heaps","largest","rare","period":{"preperiod","period","saltus","proved","theorem","checked_to"}|null,
/// "statement","error"}; what a game has not is null.
/// Where there is an error, "params" are as they were asked for. Throws Interrupted.
Json to_json(const SurveyRow& row, const Budget& budget);
/// {"family","rows"}
Json survey_json(const std::string& family, const std::vector<Json>& rows);

/// A column of the table that these rows are, where they are not JSON.
struct SurveyColumn {
  enum class Kind { text, number, truth };
  const char* name;
  Kind kind;
};
std::span<const SurveyColumn> survey_columns();
/// What a row, as above, has in each of these columns; null where it has nothing.
std::vector<Json> survey_cells(const Json& row);

/// What games are equal: a line for each class, then where each differs first from the one that it agrees with longest.
void write_text(Sink& out, const EqualGames& found, const std::string& family);
/// {"family","heaps","classes":[{"games":[{"game","params"},..],"proved","period"},..],"differences":[{"classes":[i,j],"at",
/// "values":[..]},..],"errors":[{"game","params","error"},..]}; classes are counted from 0, params are as they were asked for.
Json to_json(const EqualGames& found, const std::string& family);

// The rows as they are above.
void write_survey_text(Sink& out, const std::vector<Json>& rows);
void write_survey_csv(Sink& out, const std::vector<Json>& rows);

}  // namespace bouton
