#include <algorithm>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/survey.h"
#include "bindings/output/databases/survey_database.h"
#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/farm/journal.h"
#include "engine/position/typed_number.h"

namespace bouton::cli {
namespace {

constexpr std::size_t kMostGames = 1'000'000;

/// The values of a setting: those of a range of integers LO:HI, else the one that is typed.
std::vector<std::string> values_of(const std::string& setting) {
  const std::size_t colon = setting.find(':');
  if (colon == std::string::npos) return {setting};
  const std::optional<Integer> low = parse_number(setting.substr(0, colon)), high = parse_number(setting.substr(colon + 1));
  if (!low || !high) return {setting};
  if (*low > *high || *high - *low >= Integer(kMostGames))
    throw RequestError(fmt::format("the range {} has no values, or more than {}", setting, kMostGames));
  std::vector<std::string> values;
  for (Integer value = *low; value <= *high; ++value) values.push_back(value.get_str());
  return values;
}

/// The games of a family whose settings have ranges: every combination, the last setting fastest.
std::vector<GameRequest> combinations(const GameRequest& family) {
  std::vector<GameRequest> games = {{family.name, {}, {}}};
  for (const auto& [name, setting] : family.settings) {
    std::vector<GameRequest> more;
    const std::vector<std::string> values = values_of(setting);
    if (games.size() * values.size() > kMostGames)
      throw RequestError(fmt::format("the family has more than {} games", kMostGames));
    for (const GameRequest& game : games)
      for (const std::string& value : values) {
        more.push_back(game);
        more.back().settings.emplace_back(name, value);
      }
    games = std::move(more);
  }
  return games;
}

/// The games that FAMILY names.
std::vector<GameRequest> games_of_family(const GameRequest& family) {
  constexpr std::string_view kCodes = "octal:";
  std::vector<GameRequest> games;
  if (family.name.starts_with(kCodes)) {
    for (const std::string& code : codes_of(std::string_view(family.name).substr(kCodes.size())))
      games.push_back({"octal", {{"code", code}}, {}});
    return games;
  }
  std::error_code error;
  if (!std::filesystem::is_directory(family.name, error)) return combinations(family);
  for (const auto& entry : std::filesystem::directory_iterator(family.name, error))
    if (entry.path().extension() == ".lua") games.push_back({entry.path().native(), family.settings, {}});
  std::ranges::sort(games, {}, &GameRequest::name);
  if (error) throw RequestError(fmt::format("cannot read {}: {}", family.name, error.message()));
  if (games.empty()) throw RequestError(fmt::format("there are no rule files in {}", family.name));
  return games;
}

Json row_of(const Context& context, const GameRequest& request, Coordinate last, const Budget& budget) {
  try {
    const std::shared_ptr<const Game> game = context.load_apart(request);
    return survey_json(*game, survey(*game, last, budget), budget);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    Json params = Json::object();
    for (const auto& [name, value] : request.settings) params[name] = value;
    return survey_error_json(request.name, params, error.what());
  }
}

/// Throws RequestError where the form cannot be written: before there is anything to write in it.
void check_form(const Context& context) {
  if (context.format() != Format::sqlite) return;
  if (!context.request().output) throw RequestError("survey: a database is a file: --format sqlite needs --output FILE");
  if (!writes_databases())
    throw RequestError("survey: this build of Bouton writes no databases, since it was made without SQLite (libsqlite3-dev)");
}

/// What the journal of such a survey is known by.
std::string title_of(const GameRequest& family, Coordinate last) {
  std::string title = fmt::format("survey {} {}", family.name, last);
  for (const auto& [name, value] : family.settings) title += fmt::format(" {}={}", name, value);
  return title;
}

int survey_family(Context& context) {
  if (context.request().games.empty()) context.usage_error("a FAMILY is missing");
  check_form(context);
  const GameRequest& family = context.game_request();
  constexpr Coordinate kUsual = 2000;
  Coordinate last = kUsual;
  if (family.operands.size() > 1) context.usage_error("one number of heaps is enough");
  if (!family.operands.empty()) {
    const std::optional<Integer> number = parse_number(family.operands[0]);
    if (!number || *number < 1 || !narrow(*number)) context.usage_error("the last heap is a number from 1 on");
    last = *narrow(*number);
  }
  const std::vector<GameRequest> games = games_of_family(family);
  try {
    context.load(games[0]);  // a game that is not there is no matter of a row
  } catch (const RuleError&) {}
  Budget budget = context.budget();
  Budget alone = budget;  // of one worker
  alone.threads = 1;
  alone.progress = {};
  const auto work = [&](std::uint64_t item) { return text_of(row_of(context, games[item], last, alone)); };
  ProgressTotal progress(budget, "games", games.size());
  std::vector<Json> rows;
  for (const std::string& row : farm_results(context.farm(), games.size(), work, context.request().checkpoint,
                                             title_of(family, last), budget, FarmOrder::spread))
    rows.push_back(Json::parse(row));
  context.erase_progress();
  switch (context.format()) {
    case Format::json: write_json(context.out(), Json{{"family", family.name}, {"rows", rows}}); break;
    case Format::csv: write_survey_csv(context.out(), rows); break;
    case Format::sqlite: write_survey_database(context.out(), rows); break;
    default: write_survey_text(context.out(), rows);
  }
  return 0;
}

}  // namespace

Verb survey_verb() {
  return {.name = "survey",
          .usage = "FAMILY [HEAPS]",
          .summary = "a table over a family of games",
          .help =
              "One row for each game of a family: of a game of one heap the period, its proof, rare heaps and the largest\n"
              "value, from heaps up to HEAPS (2000), likewise of starts whose period is proved; of any other a theorem about\n"
              "its P-positions, if one is proved. FAMILY is octal:CODE with a d for each digit that is left open, a GAME with\n"
              "ranges of parameters, or a folder of\n"
              "rule files. The work is spread over --threads processes, or the ranks of bouton-mpi. --checkpoint keeps the\n"
              "rows that are done in FILE, and goes on from there. --format sqlite makes a database of one table,\n"
              "survey.\n\n"
              "  bouton survey octal:0.dd 1000 -o octal.csv          bouton survey subtraction -p set=1:9",
          .operands = Operands::one_game,
          .options = {Option::parameter, Option::play, Option::checkpoint, Option::format, Option::output, Option::threads,
                      Option::memory, Option::limit, Option::no_lift, Option::quiet},
          .formats = {Format::text, Format::csv, Format::json, Format::sqlite},
          .run = survey_family};
}

}  // namespace bouton::cli
