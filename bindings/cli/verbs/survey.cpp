#include <fmt/format.h>

#include "bindings/cli/context/going_on.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/lua/load/library.h"
#include "bindings/output/answers/survey.h"
#include "bindings/output/databases/survey_database.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/farm/journal.h"
#include "engine/position/typed_number.h"
#include "engine/rules/work_of_game.h"

namespace bouton::cli {
namespace {

/// Throws RequestError where the form cannot be written: before there is anything to write in it.
void check_form(const Context& context) {
  if (context.format() != Format::sqlite) return;
  if (!context.request().output) throw RequestError("survey: a database is a file: --format sqlite needs --output FILE");
  if (!writes_databases())
    throw RequestError("survey: this build of Bouton writes no databases, since it was made without SQLite (libsqlite3-dev)");
}

/// Which games a journal is of, and what is asked about each.
Work work_of_survey(Context& context, const std::vector<FamilyMember>& members, Coordinate last) {
  const Request& request = context.request();
  Work work("survey");
  work.add("family", context.game_request().name);
  for (const auto& [name, value] : context.game_request().settings) work.add("parameter " + name, value);
  std::string all;
  for (const FamilyMember& member : members) {
    all += member.game;
    for (const auto& [name, value] : member.settings) all += fmt::format("\n{}={}", name, value);
    all += "\n\n";
  }
  work.add("games", fmt::format("{}, checksum {:016x}", members.size(), checksum_of_text(all)));
  work.add("heaps", static_cast<std::uint64_t>(last));
  work.add("play", request.play ? play_name(*request.play) : "as the rules say");
  add_limits(work, request);
  return work;
}

/// The row of a game with what says which game it is, so that a row is not taken for one of rules that were changed since.
/// Nothing says so of one that could not be looked at: its row is found anew.
std::string kept_row(const SurveyRow& row, const std::string& text) {
  if (!row.game) return "- " + text;
  Work game("game");
  add_game(game, *row.game);
  return fmt::format("{:016x} {}", game.checksum(), text);
}

std::string_view text_of_kept(std::string_view kept) { return kept.substr(kept.find(' ') + 1); }

/// Whether a row is kept. Throws RequestError where its rules were changed since.
bool row_holds(const std::filesystem::path& journal, const FamilyMember& member, const LoadMember& load,
               std::string_view kept) {
  if (kept.starts_with("- ")) return false;
  std::shared_ptr<const Game> now;
  try {
    now = load(member);
  } catch (const RuleError&) {
    return false;
  }
  Work game("game");
  add_game(game, *now);
  if (kept.starts_with(fmt::format("{:016x} ", game.checksum()))) return true;
  throw RequestError(
      fmt::format("checkpoint {}: the rules of {} have been changed since it was written; delete it to begin again",
                  journal.string(), member.game));
}

int survey_family(Context& context) {
  if (context.request().games.empty()) context.usage_error("a FAMILY is missing");
  check_form(context);
  const GameRequest& family = context.game_request();
  constexpr Coordinate kUsual = 2000;
  Coordinate last = kUsual;
  if (family.operands.size() > 1) context.usage_error("give one number of heaps, not several");
  if (!family.operands.empty()) {
    const std::optional<Integer> number = parse_number(family.operands[0]);
    if (!number || *number < 1 || !narrow(*number)) context.usage_error("the last heap must be at least 1");
    last = *narrow(*number);
  }
  const std::vector<FamilyMember> members = members_of({family.name, family.settings});
  const auto load = [&](const FamilyMember& member) { return context.load_apart({member.game, member.settings, {}}); };
  if (context.request().equal) {
    if (context.format() != Format::text && context.format() != Format::json)
      context.usage_error("--equal is written as text or json");
    if (context.request().checkpoint) context.usage_error("--equal keeps nothing to continue from");
    const EqualGames found = equal_games(members, load, last, context.budget(), lua::library_of(context.loader_options()));
    context.erase_progress();
    if (context.format() == Format::json) write_json_with_provenance(context, to_json(found, family.name));
    else write_text(context.out(), found, family.name);
    return 0;
  }
  check_family(members, load, last);
  Budget budget = context.budget();
  Budget alone = budget;  // of one worker
  alone.threads = 1;
  alone.progress = {};
  const auto work = [&](std::uint64_t item) {
    const SurveyRow row = survey(members[item], load, last, alone);
    return kept_row(row, text_of(to_json(row, alone)));
  };
  std::optional<FarmJournal> journal;
  if (const auto& path = context.request().checkpoint)
    journal = {*path, work_of_survey(context, members, last), [&](std::uint64_t item, std::string_view row) {
                 return row_holds(*context.request().checkpoint, members[item], load, row);
               }};
  ProgressTotal progress(budget, "games", members.size());
  std::vector<Json> rows;
  for (const std::string& row : farm_results(context.farm(), members.size(), work, journal, budget, FarmOrder::spread))
    rows.push_back(Json::parse(text_of_kept(row)));
  context.erase_progress();
  switch (context.format()) {
    case Format::json: write_json_with_provenance(context, survey_json(family.name, rows)); break;
    case Format::csv: write_survey_csv(context.out(), rows); break;
    case Format::sqlite: write_survey_database(context.out(), rows); break;
    default: write_survey_text(context.out(), rows);
  }
  return 0;
}

}  // namespace

Verb survey_verb() {
  return {
      .name = "survey",
      .usage = "FAMILY [HEAPS]",
      .summary = "compares the games of a family in a table",
      .help =
          "Writes a row for each game of a family. For a game of one heap it gives the period, its proof, the rare heaps and\n"
          "the largest value, from heaps up to HEAPS (2000); likewise for starts whose period is proved. For any other game "
          "it\n"
          "gives a theorem about the P-positions, if there is a proved one. FAMILY is octal:CODE with a d for each open "
          "digit,\n"
          "a GAME with ranges of parameters (LO:HI or LO:HI:STEP), or a folder of rule files. --threads processes, or the\n"
          "ranks of bouton-mpi, share the work. --checkpoint FILE keeps the finished rows; the same command continues from\n"
          "there. --format sqlite makes a database of one table, survey.\n"
          "--equal prints in place of the table which games have the same values to HEAPS (of positions of two or three "
          "numbers,\n"
          "in a box), which game of the library or shorter code has them, and where the others differ first.\n\n"
          "  bouton survey octal:0.dd 1000 -o octal.csv          bouton survey subtraction -p set=1:9",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::equal, Option::checkpoint, Option::format, Option::output,
                  Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::csv, Format::json, Format::sqlite},
      .run = survey_family};
}

}  // namespace bouton::cli
