#include <algorithm>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/verification.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "engine/base/plain_text.h"
#include "engine/base/stopwatch.h"
#include "engine/farm/journal.h"
#include "engine/heap/files/certificate.h"
#include "engine/heap/files/tail_certificate.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/play/strategy.h"
#include "engine/rules/blocking.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/discovery/words_of_rows.h"
#include "engine/study/sequence/row_proof.h"
#include "engine/system/certificate_text.h"
#include "engine/system/read_file.h"
#include "engine/verify/verify.h"

namespace bouton::cli {
namespace {

/// What came of a check in a word, and what it is about. A claim is DIFFERENT where it does not stand as the rule file says, be
/// it because it fails or because it holds.
struct Finding {
  std::string_view word;
  std::string prose;
};

Finding finding_of_claim(const Check& check) {
  const Check::Verdict& verdict = *check.verdict;
  const std::string claim = verdict.source.empty() ? check.name : fmt::format("{} ({})", check.name, verdict.source);
  if (check.difference) return {"DIFFERENT", fmt::format("{}: {}", claim, *check.difference)};
  if (!check.skipped.empty()) return {"skipped", fmt::format("{}: {}", claim, check.skipped)};
  if (verdict.counterexample)
    return {"fails", fmt::format("{}: first at {}, as stated", claim, to_string(*verdict.counterexample))};
  std::string more;
  if (verdict.is_proved) more = "; proved for positions of every size";
  if (verdict.beyond) more = fmt::format("; beyond them it fails, at {}", to_string(*verdict.beyond));
  return {"holds", fmt::format("{}: {} {}{}", claim, check.compared, check.unit, more)};
}

Finding finding_of(const Check& check) {
  if (check.verdict) return finding_of_claim(check);
  if (check.difference) return {"DIFFERENT", fmt::format("{}: {}", check.name, *check.difference)};
  if (!check.skipped.empty()) return {"skipped", fmt::format("{}: {}", check.name, check.skipped)};
  return {"same", fmt::format("{}: {} {}", check.name, check.compared, check.unit)};
}

/// Says what came of the proof of something about a rule file, which was done again: `where` it is, behind the game's name, and
/// `what` is so. `json` has what else is told.
int report_proof(Context& context, const std::string& game, const std::string& where, const std::string& what,
                 const std::optional<std::string>& wrong, const Json& more) {
  context.erase_progress();
  const std::string name = plain_line(game) + where;
  if (context.format() == Format::text) {
    if (!wrong) context.out().print("proved     {}: {}\n", name, what);
    else context.out().print("WRONG      {}: {}\n", name, plain_line(*wrong));
  } else {
    Json json;
    json["game"] = game;
    json["proved"] = !wrong;
    json["wrong"] = wrong ? Json(*wrong) : Json();
    json.update(more);
    write_json_with_provenance(context, std::move(json));
  }
  return wrong ? 1 : 0;
}

/// The rules of a certificate's game, under the convention of play that it is about.
std::shared_ptr<const Rules> rules_under(const Game& game, Play play) {
  if (play_as_written(*game.rules) == play || play == Play::by_position) return game.rules;
  return under_play(game.rules, play);
}

/// A theorem about a rule file, proved again from it.
int verify_theorem(Context& context, const TheoremCertificate& certificate) {
  const std::shared_ptr<const Game> game = context.load({certificate.game, certificate.settings, {}});
  const std::optional<std::string> wrong = disproved(certificate, rules_under(*game, certificate.play), context.budget());
  return report_proof(context, certificate.game, "", "which positions of every size are P-positions", wrong,
                      {{"system", certificate.theorem.system.key()}});
}

/// Words that never occur in a row, proved again from its rule file.
int verify_words(Context& context, const WordsCertificate& certificate) {
  const std::shared_ptr<const Game> game = context.load({certificate.game, certificate.settings, {}});
  const std::optional<std::string> wrong = disproved(certificate, rules_under(*game, certificate.play), context.budget());
  const RowWordsProof& proof = certificate.proof;
  Json words = Json::array();
  for (const ImpossibleWord& word : proof.words) words.push_back(word.letters);
  return report_proof(context, certificate.game, fmt::format(", row {}", proof.row),
                      fmt::format("{} words of P- and N-positions never occur", proof.words.size()), wrong,
                      {{"row", proof.row}, {"words", std::move(words)}});
}

/// The period of a row, proved again from its rule file.
int verify_row(Context& context, const RowCertificate& certificate) {
  const std::shared_ptr<const Game> game = context.load({certificate.game, certificate.settings, {}});
  const std::optional<std::string> wrong = disproved(certificate, game->rules, context.budget());
  const RowProof& proof = certificate.proof;
  const RowPeriod& period = proof.period;
  const Domain& domain = game->rules->domain();
  const bool has_axis = !domain.is_piles() && proof.axis < domain.dimensions();
  const std::string row = fmt::format(
      "{} = {}", has_axis ? domain.coordinate_name(proof.axis) : fmt::format("coordinate {}", proof.axis + 1), proof.row);
  return report_proof(context, certificate.game, ", " + row,
                      fmt::format("period {} with saltus {} from {} on", period.period, period.saltus, period.preperiod), wrong,
                      {{"row", row}, {"preperiod", period.preperiod}, {"period", period.period}, {"saltus", period.saltus}});
}

/// Says what came of the check of a period's proof; `wrong` is empty if it holds.
int verified(Context& context, const TakeAndBreak& game, const Period& period, const std::string& wrong) {
  context.erase_progress();
  const std::string code = game.code();
  if (context.format() == Format::text) {
    if (wrong.empty()) context.out().print("proved     {}: {}\n", code, describe(period));
    else context.out().print("WRONG      {}: {}\n", code, plain_line(wrong));  // it quotes the file
  } else {
    Json json;
    json["code"] = code;
    json["proved"] = wrong.empty();
    json["wrong"] = wrong.empty() ? Json() : Json(wrong);
    json["theorem"] = period.theorem;
    json["preperiod"] = period.preperiod;
    json["period"] = period.period;
    json["saltus"] = period.saltus;
    json["checked_to"] = period.checked_to;
    write_json_with_provenance(context, json);
  }
  return wrong.empty() ? 0 : 1;
}

/// The answers of a strategy, replayed by the rule alone.
int verify_strategy(Context& context, const Strategy& strategy) {
  const std::shared_ptr<const Game> game = context.load({strategy.game, strategy.settings, {}, strategy.on});
  const Stopwatch watch;
  const std::optional<std::string> wrong = refuted(strategy, *rules_under(*game, strategy.play), context.budget());
  const bool loses = std::ranges::find(strategy.lost, strategy.start) != strategy.lost.end();
  std::string start;
  for (const Position& position : strategy.start) start += " " + position_text(*game, widen(position));
  return report_proof(context, strategy.game, start,
                      fmt::format("the player to move {}: {} positions answer every move, {:.3f} s", loses ? "loses" : "wins",
                                  strategy.lost.size(), watch.seconds()),
                      wrong,
                      {{"positions", strategy.lost.size()}, {"outcome", loses ? "P" : "N"}, {"seconds", watch.seconds()}});
}

/// A proof that a file holds, on its own.
int verify_certificate(Context& context) {
  if (!context.request().games.empty()) context.usage_error("--certificate checks a file, which names its game itself");
  const std::string name = context.request().certificate->string();
  const std::string text = read_certificate_text(name, context.budget(), Pipes::read);
  if (is_theorem_certificate(text)) return verify_theorem(context, parse_theorem_certificate(text, name));
  if (is_strategy(text)) return verify_strategy(context, parse_strategy(text, name));
  if (is_words_certificate(text)) return verify_words(context, parse_words_certificate(text, name));
  if (is_row_certificate(text)) return verify_row(context, parse_row_certificate(text, name));
  if (is_tail_certificate(text)) {
    const TailCertificate certificate = parse_tail_certificate(text, name);
    return verified(context, certificate.game, period_of(certificate.recurrence),
                    check_certificate(certificate, context.budget()));
  }
  const Certificate certificate = parse_certificate(text, name);
  return verified(context, certificate.game, certificate.period, check_certificate(certificate, context.budget()));
}

std::string packed_check(const Check& check) {
  Json json;
  json["name"] = check.name;
  json["compared"] = check.compared;
  json["unit"] = check.unit;
  json["skipped"] = check.skipped;
  json["difference"] = check.difference ? Json(*check.difference) : Json();
  if (check.verdict) {
    const Check::Verdict& verdict = *check.verdict;
    const auto packed = [](const std::optional<Position>& at) {
      return at ? Json(std::vector<Coordinate>(at->begin(), at->end())) : Json();
    };
    json["source"] = verdict.source;
    json["counterexample"] = packed(verdict.counterexample);
    json["proved"] = verdict.is_proved;
    json["not_proved"] = verdict.not_proved;
    json["beyond"] = packed(verdict.beyond);
  }
  return text_of(json);
}

Check unpacked_check(const std::string& text) {
  const Json json = Json::parse(text);
  Check check{.name = json["name"],
              .compared = json["compared"],
              .unit = json["unit"],
              .skipped = json["skipped"],
              .difference = {},
              .verdict = {}};
  if (!json["difference"].is_null()) check.difference = json["difference"].get<std::string>();
  if (!json.contains("source")) return check;
  const auto unpacked = [](const Json& at) -> std::optional<Position> {
    if (at.is_null()) return std::nullopt;
    Position position;
    for (const Json& coordinate : at) position.push_back(coordinate.get<Coordinate>());
    return position;
  };
  check.verdict = {.source = json["source"],
                   .counterexample = unpacked(json["counterexample"]),
                   .is_proved = json["proved"],
                   .not_proved = json["not_proved"],
                   .beyond = unpacked(json["beyond"])};
  return check;
}

/// The comparisons one by one, as the farm's workers are free for them: the same as verify() makes.
std::vector<Check> verify_on_ranks(Context& context, const Game& game, const Box& box,
                                   const std::function<void(const Check&)>& done) {
  Budget budget = context.budget();
  Budget alone = budget;
  alone.threads = 1;
  alone.progress = {};
  const auto work = [&](std::uint64_t number) {
    return packed_check(verify_one(game, box, alone, static_cast<std::size_t>(number)));
  };
  std::vector<Check> checks;
  for (const std::string& check : farm_results(context.farm(), count_checks(game, alone), work, {}, budget)) {
    checks.push_back(unpacked_check(check));
    done(checks.back());
  }
  return checks;
}

int verify_game(Context& context) {
  if (context.request().certificate) return verify_certificate(context);
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::vector<std::string>& ranges = context.game_request().operands;
  const Box box = ranges.empty() ? verification_box(*game, context.budget()) : parse_box(*game, ranges);
  const bool text = context.format() == Format::text;
  const std::string looked_at = game->rules->domain().is_terms()
                                    ? "last positions of random plays from those that the file names"
                                    : fmt::format("positions {} to {}", to_string(box.low()), to_string(box.high()));
  if (text) context.out().print("{}, {}\n", game->name, looked_at);
  const auto tell = [&](const Check& check) {
    context.erase_progress();
    if (const Finding finding = finding_of(check); text)
      context.out().write(hanging(fmt::format("{:<11}", finding.word), finding.prose, terminal_width()));
    context.out().flush();
  };
  const std::vector<Check> checks =
      context.has_ranks() ? verify_on_ranks(context, *game, box, tell) : verify(*game, box, context.budget(), tell);
  if (!text) write_json_with_provenance(context, to_json(*game, box, checks));
  if (text && !something_compared(checks)) context.out().write("Nothing could be compared.\n");
  return all_same(checks) && something_compared(checks) ? 0 : 1;
}

}  // namespace

Verb verify_verb() {
  return {
      .name = "verify",
      .usage = "GAME [HI...] | --certificate FILE",
      .summary = "compares every fast method with the reference",
      .help =
          "On a small box, or on the box that you name, verify compares the known facts with the rules, positions with their\n"
          "normal forms under a symmetry, tables with single positions, and search with the move graph. It checks the claims\n"
          "of the rule file, and finds the least counterexample to each claim that fails. The exit code is 1 if something\n"
          "differs, or nothing could be compared; Bouton names the first position where something differs. A claim that the "
          "rule file marks as false\n"
          "must fail where it says.\n\n"
          "With --certificate, verify computes the values in a proof of a period anew and checks the condition of the "
          "theorem;\n"
          "or it proves again, from the rule file, a theorem about P-positions, the period of a row, or words of a row.\n\n"
          "  bouton verify wythoff 40 40          bouton verify --certificate kayles.proof",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::certificate, Option::format, Option::output, Option::threads, Option::memory,
                  Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = verify_game};
}

}  // namespace bouton::cli
