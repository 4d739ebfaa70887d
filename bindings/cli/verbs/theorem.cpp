#include <charconv>
#include <chrono>

#include <fmt/format.h>

#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/theorem.h"
#include "engine/base/errors.h"
#include "engine/theorem/forms/classical.h"

namespace bouton::cli {
namespace {

/// The number of piles that stands after the game.
std::size_t parse_piles(const Context& context, const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > 64)
    context.usage_error(fmt::format("'{}' is no number of piles", text));
  return number;
}

std::size_t dimensions_of(const Context& context, const Game& game) {
  const std::vector<std::string>& operands = context.game_request().operands;
  const Domain& domain = game.rules->domain();
  if (!domain.is_piles()) {
    if (!operands.empty()) context.usage_error("this game takes no number of piles");
    return domain.dimensions();
  }
  if (operands.size() != 1) context.usage_error("a theorem about piles is about one number of them: PILES is missing");
  return parse_piles(context, operands[0]);
}

std::vector<TheoremSet> sets_of(const TheoremReport& report, const std::vector<std::string>& tracks, const Budget& budget) {
  constexpr std::size_t kMostStates = 20'000;
  constexpr std::uint64_t kMostSteps = 50'000'000;
  std::vector<TheoremSet> sets;
  for (std::size_t value = 0; value < report.theorem->values.size(); ++value)
    for (std::size_t sheet = 0; sheet < report.formula->sheets(); ++sheet) {
      TheoremSet set{
          value == 0 ? "P-positions" : fmt::format("Grundy value {}", value), {}, &report.theorem->values[value][sheet]};
      if (report.formula->sheets() > 1) set.name += " with " + report.formula->sheet_name(sheet);
      try {
        AutomataWorkspace workspace(budget, kMostStates, kMostSteps);
        set.words = classical_form(*set.automaton, tracks, workspace).value_or("");
      } catch (const AutomatonTooLarge&) {}  // the automaton says it all
      sets.push_back(std::move(set));
    }
  return sets;
}

int theorem(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::size_t dimensions = dimensions_of(context, *game);
  if (context.request().up_to_value > 0 && game->rules->play() != Play::normal)
    throw RequestError("Grundy values exist under normal play only");
  const auto start = std::chrono::steady_clock::now();
  const Budget budget = context.budget();
  const TheoremReport report = find_theorem(*game->rules, dimensions, context.request().up_to_value, budget);
  TheoremAnswer answer{*game, report, {}, {}, 0};
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (report.theorem) {
    for (const std::size_t track : report.formula->tracks())
      answer.tracks.push_back(game->rules->domain().coordinate_name(track));
    answer.sets = sets_of(report, answer.tracks, budget);
  }
  if (report.theorem && context.request().certificate) {
    const GameRequest& request = context.game_request();
    write_certificate(*context.request().certificate, {request.name, request.settings, game->rules->play(), dimensions,
                                                       statement_checksum(*report.formula), *report.theorem});
  }
  context.erase_progress();
  if (context.format() == Format::json) write_json(context.out(), to_json(answer));
  else write_text(context.out(), answer);
  return report.theorem ? 0 : 1;
}

}  // namespace

Verb theorem_verb() {
  return {
      .name = "theorem",
      .usage = "GAME [PILES] [--value V]",
      .summary = "the P-positions of every size, found from a table and proved",
      .help =
          "Learns an automaton that reads the digits of a position and tells whether it is a P-position, and proves that it\n"
          "is right for positions of every size: the moves of the rule, read over the integers, are the statement. Rules\n"
          "that are not linear are refused with the line that is the reason. In a game of piles, PILES is their number.\n"
          "The exit code is 1 where no theorem was found. --certificate FILE writes the automaton and what it is about, for\n"
          "bouton verify --certificate FILE to prove it again.\n\n"
          "  bouton theorem wythoff          bouton theorem misere-nim 2",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::up_to_value, Option::certificate, Option::format, Option::output,
                  Option::memory, Option::limit, Option::no_lift, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = theorem};
}

}  // namespace bouton::cli
