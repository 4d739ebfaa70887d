#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "bindings/cli/context/provenance.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/piles.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/lua/load/library.h"
#include "bindings/output/answers/discovery.h"
#include "bindings/output/answers/family.h"
#include "bindings/output/theorems/words_text.h"
#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/farm/journal.h"
#include "engine/rules/blocking.h"
#include "engine/system/whole_file.h"

namespace bouton::cli {
namespace {

/// A file for the theorem and for each row of which something is proved, for `bouton verify --certificate FILE`.
void write_certificates(const Context& context, const Game& game, const Discovery& discovery, std::size_t dimensions) {
  const std::filesystem::path& folder = *context.request().certificate;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw OutputError(fmt::format("{}: the folder cannot be made: {}", folder.string(), error.message()));
  const GameRequest& asked = context.game_request();
  if (const TheoremReport& report = discovery.theorem; report.theorem)
    write_certificate(folder / "theorem", {asked.name, asked.settings, play_as_written(*game.rules), dimensions,
                                           statement_checksum(*report.formula), *report.theorem});
  for (const PeriodicRows& rows : discovery.periodic_rows)
    for (const RowProof& row : rows.rows)
      write_whole_file(folder / fmt::format("period-{}-{}", game.rules->domain().coordinate_name(row.axis), row.row),
                       to_text(RowCertificate{asked.name, asked.settings, row}));
  for (const WordsOfRow& row : discovery.row_words)
    write_whole_file(folder / fmt::format("words-{}", row.words.proof.row),
                     to_text(WordsCertificate{asked.name, asked.settings, row.moves, row.play, row.words.proof}));
}

/// Laws in the parameter that tells the games of a family apart.
int discover_family(Context& context) {
  const GameRequest& asked = context.game_request();
  if (!asked.operands.empty()) context.usage_error("a family takes no number of piles");
  if (context.request().further > 1)
    throw RequestError("--further is for one game; to look further at a family, give a longer range");
  if (context.request().certificate || context.request().proof)
    throw RequestError("--proof: laws of families are conjectures, so there is no proof to write");
  ParameterFamily family = parameter_family({asked.name, asked.settings});
  const auto load = [&](const FamilyMember& member) { return context.load_apart({member.game, member.settings, {}}); };
  check_family(family.members, load, 1);
  const Budget budget = context.budget();
  Budget alone = budget;  // of one worker
  alone.threads = 1;
  alone.progress = {};
  const auto work = [&](std::uint64_t item) { return text_of(to_json(family_facts(family.members[item], load, alone))); };
  std::vector<FamilyFacts> facts;
  for (const std::string& text : farm_results(context.farm(), family.members.size(), work, {}, budget, FarmOrder::spread))
    facts.push_back(family_facts_of(Json::parse(text)));
  const FamilyAnswer answer = family_answer(asked.name, asked.settings, std::move(family), std::move(facts));
  context.erase_progress();
  if (context.format() == Format::json) write_json_with_provenance(context, to_json(answer));
  else write_text(context.out(), answer, terminal_width());
  return answer.laws.empty() ? 1 : 0;
}

/// What was checked of the words of rows, as a text.
std::string words_proof(const Game& game, const Discovery& discovery, const Budget& budget) {
  if (discovery.row_words.empty())
    throw RequestError(
        fmt::format("--proof: discover writes only proofs about words of rows, and {} has none; bouton theorem --proof writes "
                    "the proof of a theorem",
                    game.name));
  std::string text;
  for (const WordsOfRow& row : discovery.row_words) {
    if (!text.empty()) text += "\n\n";
    text += words_proof_text(game, row, budget);
  }
  return text;
}

bool names_family(const GameRequest& asked) {
  return std::ranges::any_of(asked.settings, [](const auto& setting) { return is_range(setting.second); });
}

int discover_game(Context& context) {
  if (!context.request().games.empty() && names_family(context.game_request())) return discover_family(context);
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::size_t dimensions = dimensions_of_theorem(context, *game);
  const Budget budget = context.budget();
  const Library library = lua::library_of(context.loader_options());
  const Discovery discovery = discover(*game, dimensions, budget, context.request().further, library);
  const GameRequest& asked = context.game_request();
  const DiscoveryAnswer answer = discovery_answer(
      *game, discovery, budget, DiscoveryWords{asked.name, asked.settings, asked.operands, context.request().play});
  if (context.request().certificate) write_certificates(context, *game, discovery, dimensions);
  std::optional<std::string> proof;
  if (context.request().proof) proof = words_proof(*game, discovery, budget);
  context.erase_progress();
  if (context.format() == Format::json) {
    Json json = to_json(answer);
    if (proof) json["proof"] = *proof;
    write_json_with_provenance(context, std::move(json));
  } else if (proof) {
    context.out().write(*proof);
  } else {
    write_text(context.out(), answer, terminal_width());
  }
  return answer.has_found() ? 0 : 1;
}

}  // namespace

Verb discover_verb() {
  return {
      .name = "discover",
      .usage = "GAME [PILES]",
      .summary = "a theorem, a proved period, and conjectures from tables",
      .help =
          "Looks for what is true of all positions: a theorem about the P-positions (as bouton theorem does), the proved\n"
          "period of a game of heaps, and conjectures. Bouton finds a conjecture in one part of a table and checks it on the\n"
          "rest. It marks the conjecture as not proved, and says how far it holds or where it first fails. Conjectures are\n"
          "nim-sums of functions of one coordinate, functions of one number or of remainders, periods of sequences and rows,\n"
          "pairs like Beatty's, linear recurrences, and counts of P-positions. Bouton also proves that the first rows of a\n"
          "table are periodic, and, where moves are shifts along one coordinate, that some words of gaps between P-positions\n"
          "of a row never occur, and names games of the library and short take-and-break codes that have the same values or\n"
          "P-positions. --certificate DIR writes each proof to a file in DIR, for bouton verify --certificate FILE;\n"
          "--proof writes the proofs about words of rows as a text.\n"
          "--further K looks at tables that go K times as far; the last line says which K checks the conjectures further.\n"
          "In a game of piles, PILES is their number, by default that of the example. The exit code is 1 if Bouton found\n"
          "nothing.\n"
          "If a parameter is a range, LO:HI or LO:HI:STEP, Bouton looks for laws of the family instead: periods, preperiods,\n"
          "numbers of states and slopes as functions of the parameter, found in the first half of the games and checked on\n"
          "the rest.\n\n"
          "  bouton discover wythoff          bouton discover copycat -p m=3:201:2",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::certificate, Option::proof, Option::further, Option::format,
                  Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native,
                  Option::quiet},
      .formats = {Format::text, Format::json},
      .run = discover_game};
}

}  // namespace bouton::cli
