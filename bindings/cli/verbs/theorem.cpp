#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/cli/context/provenance.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/piles.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/theorem.h"
#include "bindings/output/answers/theorem_tex.h"
#include "bindings/output/theorems/automaton_dot.h"
#include "bindings/output/theorems/proof_text.h"
#include "bindings/output/theorems/walnut.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/image/style.h"
#include "engine/position/typed_number.h"
#include "engine/rules/blocking.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/sequence/heap_run.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "engine/verify/guess.h"

namespace bouton::cli {

std::size_t dimensions_of_theorem(const Context& context, const Game& game) {
  const std::vector<std::string>& operands = context.game_request().operands;
  std::optional<std::size_t> piles;
  if (!operands.empty()) {
    const std::optional<Integer> number = parse_number(operands[0]);
    if (operands.size() > 1 || !number || *number < 0 || *number > 64)
      context.usage_error(fmt::format("'{}' is not a number of piles", operands.back()));
    piles = number->get_ui();
  }
  const Result<std::size_t> dimensions = theorem_dimensions(game, piles);
  if (!dimensions) context.usage_error(dimensions.reason());
  if (!piles && game.rules->domain().is_piles())
    context.notice(
        fmt::format("no number of piles is given; the example of {}, {}, has {}", game.name, example_text(game), *dimensions));
  return *dimensions;
}

namespace {

/// What is written beside the answer. What cannot be written is said before the work is done in vain.
void write_files(const Context& context, const TheoremAnswer& answer, const Budget& budget, std::size_t dimensions) {
  constexpr std::size_t kMostStates = 400'000;
  constexpr std::uint64_t kMostSteps = 1'000'000'000;
  const Request& request = context.request();
  const GameFormula& formula = *answer.report.formula;
  const Theorem& theorem = *answer.report.theorem;
  if (request.certificate)
    write_certificate(*request.certificate,
                      {context.game_request().name, context.game_request().settings, play_as_written(*answer.game.rules),
                       dimensions, statement_checksum(formula), theorem});
  if (request.dot) write_whole_file(*request.dot, to_dot(answer.game.name, answer.sets));
  if (request.walnut) {
    AutomataWorkspace workspace(budget, kMostStates, kMostSteps);
    try {
      write_walnut_files(*request.walnut, walnut_files(answer.game.name, formula, theorem, workspace));
    } catch (const AutomatonTooLarge&) {
      throw LimitError("--walnut: the automata of the numeration system are too large");
    }
  }
}

/// The proof of a period; of a theorem about heaps there is nothing else.
void write_heap_files(const Context& context, const Game& game, const HeapTheorem& theorem, const Budget& budget) {
  const Request& request = context.request();
  if (request.dot || request.walnut)
    throw LimitError(fmt::format("{}: the theorem is about sums of heaps; there is no automaton to write", game.name));
  if (!request.certificate) return;
  if (theorem.elements > 0)
    throw LimitError(fmt::format("{}: the theorem is a misère quotient, which has no certificate", game.name));
  const HeapRun run =
      run_heaps(game, {.last = static_cast<Coordinate>(theorem.period.checked_to), .period = true, .checkpoint = {}}, budget);
  write_whole_file(*request.certificate, certificate_text(run).value());
}

void write_answer(Context& context, const TheoremAnswer& answer, const std::optional<std::string>& proof) {
  switch (context.format()) {
    case Format::json: {
      Json json = to_json(answer);
      if (proof) json["proof"] = *proof;
      write_json_with_provenance(context, std::move(json));
      return;
    }
    case Format::text:
      if (proof) context.out().write(*proof);
      else write_text(context.out(), answer, terminal_width());
      return;
    case Format::tex: write_theorem_tex(context.out(), answer, provenance_line(context)); return;
    case Format::dot: context.out().write(to_dot(answer.game.name, answer.sets)); return;
    default: write_with_provenance(context, styled(picture_of(answer, context.request().style.title), context.request().style));
  }
}

/// What was tried when the search was interrupted: the last of it.
void tell_tried(const Context& context, const TheoremSearch& tried) {
  constexpr std::size_t kMost = 12;
  context.erase_progress();
  std::string text = tried.learnt_to == 0
                         ? "bouton: the search has not learnt from any table yet"
                         : fmt::format("bouton: in tables of numbers up to {} these were tried", tried.learnt_to);
  const std::size_t first = tried.looked_at.size() - std::min(tried.looked_at.size(), kMost);
  if (first > 0) text += fmt::format(", and {} before them", first);
  text += tried.looked_at.empty() ? "\n" : ":\n";
  for (std::size_t i = first; i < tried.looked_at.size(); ++i) text += fmt::format("  {}\n", tried.looked_at[i]);
  const std::string plain = plain_lines(text);
  (void)std::fwrite(plain.data(), 1, plain.size(), stderr);
}

/// What cannot be written is said before the work is done in vain.
void check_proof(const Context& context) {
  const Request& request = context.request();
  if (!request.proof) return;
  if (request.up_to_value > 0) throw RequestError("--proof writes the proof about P-positions; it does not go with --value");
  if (context.format() != Format::text && context.format() != Format::json)
    throw RequestError("--proof is a text: it goes with --format text or json");
}

TheoremReport searched(const Context& context, const Game& game, std::size_t dimensions, const Budget& budget) {
  const Request& request = context.request();
  TheoremLimits limits;
  if (request.steps > 0) limits.most_steps = request.steps;
  TheoremSearch tried;
  try {
    return find_theorem(game, {dimensions, request.up_to_value, limits}, budget, tried);
  } catch (const Interrupted&) {
    tell_tried(context, tried);
    throw;
  }
}

/// What --guess says: a condition, or the automaton in a file.
Guess guess_of(const Context& context, const Game& game, std::size_t dimensions, const Budget& budget) {
  constexpr std::size_t kMostStates = 100'000;
  constexpr std::uint64_t kMostSteps = 1'000'000'000;
  const std::string& text = *context.request().guess;
  if (text.ends_with(".txt")) {
    AutomataWorkspace workspace(budget, kMostStates, kMostSteps);
    try {
      const std::optional<std::string> file = read_whole_file(text, budget, Pipes::read);
      if (!file) throw RequestError(fmt::format("{}: there is no such file", text));
      return {fmt::format("the automaton in {}", text), parse_walnut(*file, text, workspace)};
    } catch (const AutomatonTooLarge&) {
      throw LimitError(fmt::format("--guess: the automaton in {} is too large", text));
    }
  }
  try {
    return {text, read_predicate(text, names_in_guess(game, dimensions, context.request().up_to_value == kAllValues))};
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("--guess: {}", error.what()));
  }
}

int theorem(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::size_t dimensions = dimensions_of_theorem(context, *game);
  const Budget budget = context.budget();
  check_proof(context);
  if (context.request().proof && game->rules->blocking() > 0)
    throw RequestError(
        "--proof is for games without blocking: no table of moves says which moves are left after some are forbidden");
  std::optional<GuessAnswer> guess;
  if (context.request().guess) {
    TheoremRequest request{dimensions, context.request().up_to_value, {}};
    if (context.request().steps > 0) request.limits.most_steps = context.request().steps;
    guess = answer_guess(*game, guess_of(context, *game, dimensions, budget), request, budget);
  }
  const TheoremReport report = guess ? guess->report : searched(context, *game, dimensions, budget);
  TheoremAnswer answer = theorem_answer(*game, report, budget);
  if (guess) answer.guess = &*guess;
  if (report.heaps) write_heap_files(context, *game, *report.heaps, budget);
  else if (report.theorem) write_files(context, answer, budget, dimensions);
  std::optional<std::string> proof;
  if (context.request().proof && (report.heaps || report.theorem))
    proof = proof_text(*game, report, answer.tracks, answer.sets, budget);
  context.erase_progress();
  const bool draws = context.format() != Format::text && context.format() != Format::json && context.format() != Format::tex;
  if (!report.theorem && (draws || (context.format() == Format::tex && !report.heaps && !report.layers)))
    throw LimitError(fmt::format("{}: there is no theorem to write: {}", game->name,
                                 report.heaps     ? "it is about sums of heaps and has no automaton"
                                 : report.formula ? report.theorem.reason()
                                                  : report.formula.reason()));
  write_answer(context, answer, proof);
  return report.heaps || (report.theorem && !report.search.ended) ? 0 : 1;
}

}  // namespace

Verb theorem_verb() {
  return {
      .name = "theorem",
      .usage = "GAME [PILES] [--value V]",
      .summary = "the P-positions of every size, found from a table and proved",
      .help =
          "Learns an automaton that reads the digits of a position and tells whether it is a P-position, and proves that it "
          "is\n"
          "right for positions of every size. The statement that it proves comes from the moves of the rule, read over the\n"
          "integers. If the rules are not linear, Bouton names the line that is the reason. In a game of piles, PILES is\n"
          "their number, by default that of the example. For a take-and-break game whose moves split heaps, the theorem is\n"
          "the period of its Grundy values, or under misère play its quotient.\n"
          "The exit code is 1 if Bouton found no theorem, or if it reached its limit, --steps N (by default 4000000000,\n"
          "some minutes). If you interrupt the search, it says what it tried.\n"
          "--guess EXPR proves a set of your own, or names the least position where it is wrong: EXPR is a Lua expression of "
          "the\n"
          "coordinates (docs/rule-language.md, \"Guesses\"), or FILE.txt, an automaton as Walnut writes it.\n"
          "--certificate FILE writes the automaton and its statement; bouton verify --certificate FILE proves it again.\n"
          "--walnut DIR writes files for the prover Walnut. --proof writes the proof as text, with a table of the winning\n"
          "move from each position outside the set. --format tex writes the theorem for LaTeX; --dot FILE and the other\n"
          "formats draw the automata.\n\n"
          "  bouton theorem subtraction --guess n%4==0\n"
          "  bouton theorem wythoff          bouton theorem misere-nim 2 -o automaton.svg",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::up_to_value, Option::certificate, Option::walnut, Option::dot,
                  Option::proof, Option::guess, Option::title, Option::size, Option::theme, Option::format, Option::output,
                  Option::memory, Option::limit, Option::steps, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {Format::text, Format::json, Format::tex, Format::dot, Format::svg, Format::png, Format::pdf},
      .run = theorem};
}

}  // namespace bouton::cli
