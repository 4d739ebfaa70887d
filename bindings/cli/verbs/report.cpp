#include <charconv>
#include <ctime>

#include <fmt/format.h>

#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/report/report_document.h"
#include "engine/base/errors.h"
#include "engine/study/report/report.h"
#include "engine/system/environment.h"

namespace bouton::cli {
namespace {

/// Seconds since 1970: of the variable SOURCE_DATE_EPOCH (reproducible-builds.org), else now.
std::time_t moment() {
  const std::optional<std::string> set = environment_variable("SOURCE_DATE_EPOCH");
  if (!set) return std::time(nullptr);
  const std::string_view text = *set;
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds > 253'402'300'799)  // the year 9999
    throw RequestError(fmt::format("SOURCE_DATE_EPOCH: '{}' is not a number of seconds since 1970", text));
  return static_cast<std::time_t>(seconds);
}

/// "2026-11-26", in UTC.
std::string date_text(std::time_t seconds) {
  const std::tm parts = date_in_utc(seconds);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

int report_on(Context& context) {
  const Request& request = context.request();
  if (request.games.empty()) context.usage_error("a GAME is missing");
  const bool is_pdf = context.format() == Format::pdf;
  if (is_pdf && context.on_terminal()) context.usage_error("a PDF goes to a file (-o) or a pipe, not to the terminal");
  const std::time_t seconds = moment();
  const NamedSum named = read_sum(context, request.games, Unplaced::example);
  const Budget budget = context.budget();
  const Report found = report({.games = named.games, .position = named.sum, .seed = request.seed.value_or(1)}, budget);
  Json about = provenance(context);
  about["epoch"] = static_cast<std::int64_t>(seconds);
  const std::string footer = fmt::format("Bouton {}, {}", BOUTON_VERSION, date_text(seconds));
  const std::string command = shell_line("report", words_of_result(request.words));
  const Document document = document_of(found, fmt::format("{}: {}", footer, command),
                                        about.dump(-1, ' ', true, Json::error_handler_t::replace), budget);
  context.erase_progress();
  write_document(context.out(), context.format(), document, request.paper);
  return 0;
}

}  // namespace

Verb report_verb() {
  return {
      .name = "report",
      .usage = "GAME [POS...] -o FILE.pdf|html|md",
      .summary = "a sheet on a game: rules, map, what is proved, how to win, exercises",
      .help =
          "Writes what an inventor wants to know about a game and what a teacher hands out: the rules in words, who wins at\n"
          "POS (by default the game's example) and how, a map of Grundy values or outcomes, the first P-positions, what is\n"
          "proved and what is conjectured, who wins how often from random starts, how long games are, how many moves win, how\n"
          "often a beginner wins, and three exercises with their solutions on a separate page.\n"
          "Each part has a share of work that is counted. The report leaves out what takes more, and names it. The same "
          "--seed\n"
          "gives the same report on every machine. The date at the foot of a page is today's, or that of SOURCE_DATE_EPOCH.\n\n"
          "  bouton report wythoff -o wythoff.pdf          bouton report kayles 12 13 -o kayles.html --paper letter",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::seed, Option::paper, Option::format, Option::output, Option::threads,
                  Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::md, Format::html, Format::pdf},
      .run = report_on};
}

}  // namespace bouton::cli
