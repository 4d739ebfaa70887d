#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/context/going_on.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/context/values.h"
#include "bindings/cli/oeis/stripped.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/counts.h"
#include "bindings/output/sink/interrupt.h"
#include "bindings/output/streams/sequence_stream.h"
#include "bindings/output/streams/table_stream.h"
#include "bindings/output/values/values.h"
#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/heap/files/certificate.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/kept/record_file.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/position/typed_number.h"
#include "engine/study/counts.h"
#include "engine/study/sequence/study.h"
#include "engine/study/sequence/value_stream.h"
#include "engine/system/whole_file.h"

namespace bouton::cli {
namespace {

Coordinate parse_last(const Context& context) {
  const std::vector<std::string>& operands = context.game_request().operands;
  if (operands.size() != 1) context.usage_error("takes one number N, the last heap");
  const std::optional<Integer> last = parse_number(operands[0]);
  if (!last) context.usage_error(fmt::format("'{}' is not an integer", operands[0]));
  const std::optional<Coordinate> narrowed = narrow(*last);
  if (!narrowed) context.usage_error(fmt::format("{} does not fit into 64 bits", operands[0]));
  return *narrowed;
}

/// The coordinates that --row fixes, by number.
std::map<std::size_t, Coordinate> parse_row(const Game& game, const std::vector<std::pair<std::string, std::string>>& row) {
  const Domain& domain = game.rules->domain();
  std::map<std::size_t, Coordinate> fixed;
  for (const auto& [name, value] : row) {
    const std::optional<std::size_t> axis = domain.find(name);
    if (!axis)
      throw RequestError(fmt::format("--row: {} has no coordinate '{}', it has {}", game.name, name,
                                     domain.is_piles() ? "piles" : domain.names()));
    if (fixed.contains(*axis)) throw RequestError(fmt::format("--row: {} is given twice", name));
    try {
      fixed[*axis] = parse_value(domain.axis(*axis), value);
    } catch (const RequestError& error) {
      throw RequestError(fmt::format("--row {}: {}", name, error.what()));
    }
  }
  return fixed;
}

/// How many values there are up to heap `last`, or in a row up to it; 1 where the request is none.
std::uint64_t heap_count(const Game& game, Coordinate last) {
  const Domain& domain = game.rules->domain();
  const Coordinate least = domain.is_piles() ? 0 : domain.axis(0).least;
  return last > least ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(least) + 1 : 1;
}

/// The sequences of the OEIS that the values agree with; nothing where nobody asked.
std::optional<std::vector<OeisMatch>> looked_up(Context& context, const HeapRun& found) {
  const Request& request = context.request();
  if (!request.oeis) return std::nullopt;
  const Table& table = found.values;
  std::size_t numbers = 0;  // those before the first that is none
  while (numbers < table.cells.size() && table.valid(numbers) && table.cells[numbers] != Table::kInfinite) ++numbers;
  return oeis_matches(*request.oeis, std::span(table.cells).first(numbers), context.budget());
}

void write_matches(Sink& out, const std::vector<OeisMatch>& matches) {
  if (matches.empty()) out.write("OEIS: no sequence agrees\n");
  for (const OeisMatch& match : matches)
    out.print("OEIS: {}, {} terms agree{}{}\n", match.number, match.terms,
              match.skipped > 0 ? fmt::format(", without the first {}", match.skipped) : "",
              match.its_skipped > 0 ? fmt::format(", from term {} of the sequence on", match.its_skipped + 1) : "");
}

Json matches_json(const std::vector<OeisMatch>& matches) {
  Json json = Json::array();
  for (const OeisMatch& match : matches)
    json.push_back(
        {{"number", match.number}, {"terms", match.terms}, {"skipped", match.skipped}, {"its_skipped", match.its_skipped}});
  return json;
}

void check_oeis(const Context& context) {
  if (!context.request().oeis) return;
  if (context.format() != Format::text && context.format() != Format::json)
    context.usage_error("--oeis goes with --format text or json");
  if (context.request().only_period) context.usage_error("--oeis looks values up, and --only period keeps none");
}

void write(Context& context, const Game& game, const HeapRun& found) {
  const std::optional<std::vector<OeisMatch>> matches = looked_up(context, found);
  context.erase_progress();
  if (matches && context.format() == Format::json) {
    TextSink text;
    write_values(text, Format::json, {.game = game, .table = found.values, .is_sequence = true, .period = found.period});
    Json json = Json::parse(text.text());
    json["oeis"] = matches_json(*matches);
    write_json_with_provenance(context, std::move(json));
    return;
  }
  write_play(context);
  write_with_provenance(context, {.game = game,
                                  .table = found.values,
                                  .page = page_of(context, game),
                                  .is_sequence = true,
                                  .period = found.period,
                                  .only_period = context.request().only_period,
                                  .style = context.request().style});
  if (matches) write_matches(context.out(), *matches);
  if (!context.request().period || context.format() != Format::text) return;
  if (!found.period) context.out().write("no period found\n");
  if ((!found.period || !found.period->proved) && !found.row_refusal.reason.empty())
    context.out().print("not proved: {}{}\n", found.row_refusal.reason,
                        found.row_refusal.line > 0 ? fmt::format(" (line {})", found.row_refusal.line) : "");
}

/// What the period of a row is proved by, in the file that was asked for.
void write_row_proof(const Context& context, WholeFile& file, const Game& game, const HeapRun& run) {
  if (!run.row_proof)
    throw LimitError(fmt::format("no period of this row of {} is proved: {}; there is no certificate to write", game.name,
                                 run.row_refusal.reason));
  if (run.row_proof->work > kRowPeriodWork)
    throw LimitError(
        "the proof takes more work than `verify --certificate` does for a file of so few lines, so no certificate is written");
  file.write(to_text(RowCertificate{context.game_request().name, context.game_request().settings, *run.row_proof}));
  file.finish();
}

/// What the period of heaps is proved by, in the file that was asked for.
void write_period_proof(WholeFile& file, const Game& game, const HeapRun& run) {
  const std::optional<std::string> text = certificate_text(run);
  if (!text)
    throw LimitError(fmt::format("no period of {} is proved by the values of heaps up to {}; there is no certificate to write",
                                 game.name, run.known));
  file.write(*text);
  file.finish();
}

/// Whether the values go to the output as they are found: in the forms that go value by value, where they are many.
bool is_streamed_run(const Game& game, Coordinate last, ValueKind kind, Context& context) {
  constexpr Coordinate kMany = Coordinate{1} << 20;
  const Request& request = context.request();
  return last >= kMany && !request.period && request.row.empty() && is_streamed(context.format()) &&
         are_heap_values(game, kind, context.budget());
}

int streamed_run(Context& context, const Game& game, Coordinate last) {
  const Coordinate low = game.rules->domain().axis(0).least;
  stream_values(*heap_description(*game.rules, context.budget()), static_cast<std::uint64_t>(last),
                sequence_stream(context.out(), context.format(), low, last, 0, provenance_line(context)), context.budget());
  context.erase_progress();
  return 0;
}

/// Whether there is a file that several runs can write.
bool has_output_to_go_on_with(const Request& request) {
  std::error_code error;
  return request.checkpoint && !request.certificate && request.output &&
         (!std::filesystem::exists(*request.output, error) || std::filesystem::is_regular_file(*request.output, error));
}

/// The same, and another run can go on: as long as all values are kept, from them; then from how far the output has come.
int continued_run(Context& context, const Game& game, Coordinate last) {
  const Request& request = context.request();
  let_interrupts_take_long();
  const Coordinate low = game.rules->domain().axis(0).least;
  const TakeAndBreak heaps = *heap_description(*game.rules, context.budget());
  context.let_output_go_on();
  // The file has values, or says how far the output has come; what is neither is refused before the output is touched.
  const std::filesystem::path& file = *request.checkpoint;
  std::error_code error;
  const bool has_values = std::filesystem::exists(file, error) && !is_file_of_output(file);
  if (has_values && context.out().written()->size() > 0) read_checkpoint(file, heaps, context.budget());
  const std::unique_ptr<Continued> continued =
      going_on(context, "sequence", fmt::format("values of {}", heaps.code()), game, Box({low}, {last}), has_values);
  if (!has_values && continued->begun().done == 0) std::filesystem::remove(file, error);  // of a part that is gone
  ResumableSequence resumable(*continued);
  Checkpoint kept(*request.checkpoint);
  ValueStream stream =
      sequence_stream(context.out(), context.format(), low, last, continued->begun().done, provenance_line(context));
  stream.kept = &kept;
  stream.resumable = &resumable;
  stream_values(heaps, static_cast<std::uint64_t>(last), stream, context.budget());
  context.erase_progress();
  return 0;
}

/// The values, and their period where one was asked for; what proves it is written to its file.
HeapRun find(Context& context, const Game& game, Coordinate last, ValueKind kind) {
  const Request& request = context.request();
  SequenceRequest wanted{.last = last,
                         .kind = kind,
                         .period = request.period,
                         .only_period = request.only_period,
                         .certificate = request.certificate.has_value(),
                         .checkpoint = request.checkpoint};
  std::optional<WholeFile> certificate;
  if (request.checkpoint || request.certificate) {
    if (kind != ValueKind::grundy) context.usage_error("--checkpoint and --certificate are for Grundy values");
    if (!request.row.empty() && request.checkpoint) context.usage_error("--checkpoint is for games of one heap");
    // What cannot be written is said before the work, not after.
    if (request.certificate) certificate.emplace(*request.certificate, WholeFile::Existing::replace, &interrupted());
    if (request.checkpoint) let_interrupts_take_long();
  }
  if (!request.row.empty()) wanted.row = parse_row(game, request.row);
  Budget budget = context.budget();
  std::optional<ProgressTotal> progress;
  if (!is_heap_run(game, wanted, budget)) progress.emplace(budget, "heaps", heap_count(game, last));
  Solver solver({game.rules}, budget, {.only = request.method});
  HeapRun found = find_sequence(game, solver, wanted, budget);
  if (progress) progress->finish();
  if (certificate && wanted.row) write_row_proof(context, *certificate, game, found);
  else if (certificate) write_period_proof(*certificate, game, found);
  return found;
}

int sequence(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Coordinate last = parse_last(context);
  const ValueKind kind = value_kind(context, *game);
  look_at_claims(game->rules, context.budget());  // before what says how the values are found is believed
  check_picture(context);
  check_oeis(context);
  const Request& request = context.request();
  if (request.histogram) {
    if (context.format() != Format::text && context.format() != Format::json)
      context.usage_error("--histogram is written as text or json");
    if (request.period || request.checkpoint || request.certificate || request.oeis)
      context.usage_error("--histogram goes with no period, checkpoint, certificate or look-up");
  }
  if (request.only_period && context.format() != Format::text && context.format() != Format::json)
    context.usage_error(fmt::format("--only period is written as text or json, not as {}", name(context.format())));
  if (has_output_to_go_on_with(request) && is_streamed_run(*game, last, kind, context))
    return continued_run(context, *game, last);
  if (!request.checkpoint && !request.certificate && is_streamed_run(*game, last, kind, context))
    return streamed_run(context, *game, last);
  const HeapRun found = find(context, *game, last, kind);
  if (request.histogram) {
    context.erase_progress();
    const Histogram histogram = histogram_of(found.values);
    if (context.format() == Format::json) {
      Json json = to_json(*game, found.values.box, histogram);
      for (const char* const bound : {"low", "high"}) json[bound] = Json(json[bound][0]);  // numbers, as in a sequence
      write_json_with_provenance(context, std::move(json));
    } else {
      write_play(context);
      write_text(context.out(), histogram);
    }
    return 0;
  }
  write(context, *game, found);
  return 0;
}

}  // namespace

Verb sequence_verb() {
  return {
      .name = "sequence",
      .usage = "GAME N",
      .summary = "Grundy values of heaps 0 to N, or of a row of a larger game",
      .help =
          "Writes the values of heaps from the least to N, in a game of one coordinate or a game whose start takes one\n"
          "number. With --row, it writes the values along the one coordinate that is not fixed.\n\n"
          "--period looks for a period: purely periodic, or arithmetic periodic with a saltus. Bouton proves the period where\n"
          "a theorem allows it (for a row: where the moves are rays, and bounded steps to the same row and lower ones), and\n"
          "otherwise says that the period is observed. --only period writes no values, and keeps none where a window of them\n"
          "is enough; N may then be 10^12. --certificate writes the proof to a file, which bouton verify --certificate FILE\n"
          "checks.\n"
          "A long sequence of a game of one heap goes to csv, bfile and npy while its values are found. With --checkpoint, a\n"
          "part of the output lies beside the file of -o.\n"
          "--histogram prints each value and how often it occurs, in place of the sequence.\n"
          "--oeis FILE looks the values up in the sequences of the OEIS (https://oeis.org/stripped.gz).\n\n"
          "  bouton sequence kayles 100          bouton sequence wythoff 50 --row S=3\n"
          "  bouton sequence octal 1000 -p code=0.07 --period\n"
          "  bouton sequence grundy 10000 -o grundy.svg",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play,    Option::value,      Option::histogram,   Option::row,     Option::period,
                  Option::only,      Option::method,  Option::checkpoint, Option::certificate, Option::title,   Option::size,
                  Option::theme,     Option::format,  Option::output,     Option::provenance,  Option::threads, Option::memory,
                  Option::limit,     Option::no_lift, Option::no_native,  Option::oeis,        Option::quiet},
      .formats = value_formats(),
      .run = sequence};
}

}  // namespace bouton::cli
