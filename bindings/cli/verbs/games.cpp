#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "bindings/cli/context/ranges.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/game_card.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/closed_form/registry/registry.h"

namespace bouton::cli {
namespace {

/// "integer, at least 1", "1 to 9", "normal or attrition"
std::string range_text(const Axis& axis) {
  if (!axis.value_names.empty()) return fmt::format("{}", fmt::join(axis.value_names, " or "));
  if (axis.greatest == kGreatestCoordinate)
    return axis.least == kLeastCoordinate ? "any integer" : fmt::format("{} or more", axis.least);
  return axis.least == kLeastCoordinate ? fmt::format("{} or less", axis.greatest)
                                        : fmt::format("{} to {}", axis.least, axis.greatest);
}

std::string length_text(const Domain& domain) {
  if (domain.greatest_length() == std::numeric_limits<std::size_t>::max())
    return domain.least_length() == 0 ? "any number of piles" : fmt::format("{} or more piles", domain.least_length());
  return fmt::format("{} to {} piles", domain.least_length(), domain.greatest_length());
}

std::string shape_text(const CellShape& shape) {
  switch (shape.kind) {
    case CellShape::Kind::board: return fmt::format("{} rows of {} squares", shape.rows, shape.columns);
    case CellShape::Kind::vertices: return fmt::format("{} vertices, {} edges", shape.vertices, shape.edges.size());
    default: return fmt::format("the {} edges of a graph of {} vertices", shape.edges.size(), shape.vertices);
  }
}

std::vector<std::vector<std::string>> coordinate_rows(const Domain& domain) {
  if (const CellShape* const shape = domain.shape())
    return {{"cells", shape_text(*shape) + (shape->is_part_of_position() ? ", or as the position says" : "")},
            {"states", shape->states}};
  if (domain.is_terms()) return {{"position", "a value of integers, strings and lists"}};
  if (domain.is_piles()) return {{domain.names(), length_text(domain) + ", each " + range_text(domain.axis(0))}};
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < domain.dimensions(); ++i) rows.push_back({domain.axis(i).name, range_text(domain.axis(i))});
  return rows;
}

/// The width of the terminal, or one that is good to read.
std::size_t page_width() {
  constexpr std::size_t kUsual = 100;
  const std::size_t width = terminal_width();
  return width > 0 ? width : kUsual;
}

/// Each line of a text wrapped for itself.
void write_wrapped(Sink& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.write(wrapped(text.substr(0, end), page_width(), "  "));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void write_section(Sink& out, std::string_view heading, const std::vector<std::vector<std::string>>& rows) {
  if (!rows.empty()) out.print("{}:\n{}", heading, aligned(rows));
}

void write_game_text(Sink& out, const Game& game) {
  out.print("{}: {}\n", game.name, game.title);
  write_wrapped(out, game.description);
  write_section(out, "position", coordinate_rows(game.rules->domain()));
  std::vector<std::vector<std::string>> rows = {{"play", std::string(play_text(game.rules->play()))}};
  if (game.start_arity)
    rows.push_back({"start", *game.start_arity == 0
                                 ? "given by the rules"
                                 : fmt::format("given as {} number{}", *game.start_arity, *game.start_arity == 1 ? "" : "s")});
  if (game.example) rows.push_back({"example", position_text(game, *game.example)});
  if (!game.players.empty()) {
    std::string names;
    for (const GamePlayer& player : game.players) names += fmt::format("{}{}", names.empty() ? "" : ", ", player.name);
    rows.push_back({"players", names});
  }
  if (!game.source.empty()) rows.push_back({"source", game.source});
  if (!game.file.empty()) rows.push_back({"file", game.file});
  std::size_t head = 0;
  for (const auto& row : rows) head = std::max(head, row[0].size() + 2);
  for (const auto& row : rows) out.write(hanging(fmt::format("{:<{}}", row[0], head), row[1], terminal_width()));
  rows.clear();
  for (const Parameter& parameter : game.parameters)
    rows.push_back({parameter.name, to_string(parameter.value), parameter.doc});
  write_section(out, "parameters", rows);
  rows.clear();
  for (const KnownFact& fact : game.known)
    rows.push_back({position_text(game, fact.position), std::string(kind_name(fact.kind)), expected_text(fact)});
  write_section(out, "known", rows);
}

/// A line for each game. One that does not load is named with the reason; the exit code is then 2.
int list_all(Context& context) {
  std::vector<std::vector<std::string>> rows;
  int code = 0;
  for (const std::string& name : lua::list_games(rule_directories())) {
    try {
      rows.push_back({plain_line(name), context.load({name, {}, {}})->title});
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      rows.push_back({plain_line(name), plain_line(fmt::format("does not load: {}", error.what()))});
      code = 2;
    }
  }
  if (context.format() == Format::json) {
    Json json = Json::array();
    for (const auto& row : rows) json.push_back({{"name", row[0]}, {"title", row[1]}});
    write_json(context.out(), json);
  } else {
    context.out().write(aligned(rows, ""));
  }
  return code;
}

int list_closed_forms(Context& context) {
  if (!context.request().games.empty()) context.usage_error("--closed-forms takes no NAME");
  const std::vector<std::string> names = closed_form_names();
  if (context.format() == Format::json) write_json(context.out(), Json(names));
  else
    for (const std::string& name : names) context.out().print("{}\n", name);
  return 0;
}

int games(Context& context) {
  if (context.request().closed_forms) return list_closed_forms(context);
  if (context.request().games.empty()) return list_all(context);
  if (!context.game_request().operands.empty()) context.usage_error("takes at most one NAME");
  const std::shared_ptr<const Game> game = context.load(context.game_request());
  if (context.format() == Format::json) write_json(context.out(), to_json(*game));
  else write_game_text(context.out(), *game);
  return 0;
}

}  // namespace

Verb games_verb() {
  return {.name = "games",
          .usage = "[NAME]",
          .summary = "the games, a line each, or one in full",
          .help =
              "Lists the games of the rule directories, or tells all about one: its rules, coordinates, parameters, source\n"
              "and known facts. The directories in the variable BOUTON_RULES, separated by colons, come first.\n\n"
              "  bouton games nimrod",
          .operands = Operands::one_game,
          .options = {Option::parameter, Option::play, Option::closed_forms, Option::format, Option::output, Option::limit},
          .formats = {Format::text, Format::json},
          .run = games};
}

}  // namespace bouton::cli
