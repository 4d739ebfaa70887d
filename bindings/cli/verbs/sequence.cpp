#include <map>

#include <fmt/format.h>

#include "bindings/cli/ranges.h"
#include "bindings/cli/terminal.h"
#include "bindings/cli/values.h"
#include "bindings/cli/verbs/verb.h"
#include "bindings/output/write_values.h"
#include "engine/errors.h"
#include "engine/plan/sequence.h"

namespace bouton::cli {
namespace {

Coordinate parse_last(const Context& context) {
  const std::vector<std::string>& operands = context.game_request().operands;
  if (operands.size() != 1) context.usage_error("takes one number N, the last heap");
  const std::optional<Integer> last = parse_integer(operands[0]);
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

int sequence(Context& context) {
  const std::shared_ptr<const Game> game = context.load_only_game();
  const Coordinate last = parse_last(context);
  const ValueKind kind = value_kind(context, *game);
  check_picture(context);
  Solver solver({game->rules}, context.budget());
  const auto& row = context.request().row;
  const Table values = row.empty() ? heap_sequence(*game, solver, last, kind)
                                   : row_sequence(*game, solver, parse_row(*game, row), last, kind);
  context.erase_progress();
  write_sequence(context.out(), context.format(), *game, values, page_of(context, *game));
  return 0;
}

}  // namespace

Verb sequence_verb() {
  return {.name = "sequence",
          .usage = "GAME N",
          .summary = "Grundy values of heaps 0 to N, or of a row of a larger game",
          .help = "Writes the values of heaps from the least to N, of a game of one coordinate or of one whose start takes\n"
                  "one number. With --row, the values along the one coordinate that is not fixed.\n\n"
                  "  bouton sequence kayles 100          bouton sequence wythoff 50 --row S=3\n"
                  "  bouton sequence grundy 10000 -o grundy.svg",
          .operands = Operands::one_game,
          .options = {Option::parameter, Option::play, Option::value, Option::row, Option::format, Option::output,
                      Option::threads, Option::memory, Option::limit, Option::no_lift, Option::quiet},
          .formats = {kValueFormats.begin(), kValueFormats.end()},
          .run = sequence};
}

}  // namespace bouton::cli
