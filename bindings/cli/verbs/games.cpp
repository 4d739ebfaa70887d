#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/context/provenance.h"
#include "bindings/cli/context/ranges.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/game_card.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/values/period_json.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/closed_form/registry/registry.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/rules/blocking.h"
#include "engine/study/known.h"

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

/// The claims of the rule file about all positions, with who says so.
std::vector<std::string> claim_lines(const Game& game) {
  std::vector<std::string> lines;
  for (const GameClaim& claim : game.claims) {
    std::string line = claim.words;
    if (!claim.source.empty()) line += fmt::format(" ({})", claim.source);
    if (claim.failure) line += fmt::format("; false, first at {}", position_text(game, widen(*claim.failure)));
    lines.push_back(std::move(line));
  }
  return lines;
}

void write_game_text(Sink& out, const Game& game, const KnownOfAll& known) {
  out.print("{}: {}\n", game.name, game.title);
  write_wrapped(out, game.description);
  write_section(out, "position", coordinate_rows(game.rules->domain()));
  std::vector<std::vector<std::string>> rows = {{"play", std::string(play_text(play_as_written(*game.rules)))}};
  if (const std::string blocking = blocking_text(*game.rules); !blocking.empty()) rows.push_back({"blocking", blocking});
  if (has_numbered_starts(game)) rows.push_back({"start", "given as 1 number, or as a position"});
  else if (game.start_arity)
    rows.push_back({"start", *game.start_arity == 0
                                 ? "given by the rules"
                                 : fmt::format("given as {} number{}", *game.start_arity, *game.start_arity == 1 ? "" : "s")});
  if (game.example) rows.push_back({"example", example_text(game)});
  if (!game.players.empty()) {
    std::string names;
    for (const GamePlayer& player : game.players) names += fmt::format("{}{}", names.empty() ? "" : ", ", player.name);
    rows.push_back({"players", names});
  }
  if (!game.source.empty()) rows.push_back({"source", game.source});
  if (!game.file.empty()) rows.push_back({"file", game.file});
  if (!known.theorem.empty()) rows.push_back({"theorem", known.theorem});
  if (known.period) rows.push_back({"values", describe(*known.period)});
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
  if (game.claims.empty()) return;
  out.print("claimed of all positions:\n");
  for (const std::string& line : claim_lines(game)) out.write(wrapped(line, page_width(), "  "));
}

/// A game as the list has it.
struct Listed {
  std::string name;
  std::string title;
  std::string_view kind;  ///< empty where it does not load
};

/// Whether `part` is in `text`, be it in capitals or not.
bool holds(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return !std::ranges::search(text, part, same).empty() || part.empty();
}

/// The game of that name as a line of the list; nothing where --find wants others. One that does not load is always shown.
std::optional<Listed> listed(Context& context, const std::string& name) {
  try {
    const std::shared_ptr<const Game> game = context.load({name, {}, {}});
    const std::string& part = context.request().find;
    const std::string_view texts[] = {name, game->title, game->description, game->source};
    if (std::ranges::none_of(texts, [&](std::string_view text) { return holds(text, part); })) return std::nullopt;
    return Listed{plain_line(name), game->title, kind_of(game->rules->domain())};
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    return Listed{plain_line(name), plain_line(fmt::format("does not load: {}", error.what())), {}};
  }
}

/// The games of each kind under a heading of its own; those that do not load come last.
void write_by_kind(Sink& out, const std::vector<Listed>& games) {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {{"heap", "one heap, or one number"},
                                                                      {"heaps", "some heaps or numbers"},
                                                                      {"piles", "any number of piles"},
                                                                      {"board", "boards"},
                                                                      {"graph", "graphs"},
                                                                      {"value", "values of any form"},
                                                                      {"", "not loaded"}};
  std::size_t width = 0;
  for (const Listed& game : games) width = std::max(width, game.name.size());
  for (const auto& [kind, heading] : kKinds) {
    bool first = true;
    for (const Listed& game : games) {
      if (game.kind != kind) continue;
      if (std::exchange(first, false)) out.print("{}:\n", heading);
      out.print("  {:<{}}  {}\n", game.name, width, game.title);
    }
  }
}

/// The exit code is 2 where a game does not load.
int list_all(Context& context) {
  std::vector<Listed> games;
  for (const std::string& name : lua::list_games(context.loader_options()))
    if (std::optional<Listed> game = listed(context, name)) games.push_back(*std::move(game));
  const bool loaded = std::ranges::none_of(games, [](const Listed& game) { return game.kind.empty(); });
  if (context.format() == Format::json) {
    Json json = Json::array();
    for (const Listed& game : games)
      json.push_back({{"name", game.name}, {"title", game.title}, {"kind", game.kind.empty() ? Json() : Json(game.kind)}});
    write_json_with_provenance(context, json);
  } else {
    write_by_kind(context.out(), games);
  }
  if (!games.empty()) return loaded ? 0 : 2;
  throw RequestError(fmt::format("games: no game has '{}' in its name, title, rules or source", context.request().find));
}

int list_closed_forms(Context& context) {
  if (!context.request().games.empty()) context.usage_error("--closed-forms takes no NAME");
  const std::vector<std::string> names = closed_form_names();
  if (context.format() == Format::json) write_json_with_provenance(context, Json(names));
  else
    for (const std::string& name : names) context.out().print("{}\n", name);
  return 0;
}

int games(Context& context) {
  if (context.request().closed_forms) return list_closed_forms(context);
  if (context.request().games.empty()) return list_all(context);
  if (!context.request().find.empty()) context.usage_error("--find takes no NAME");
  if (!context.game_request().operands.empty()) context.usage_error("takes at most one NAME");
  const std::shared_ptr<const Game> game = context.load(context.game_request());
  const KnownOfAll known = known_of_all(*game, context.budget());
  if (context.format() == Format::json) {
    Json json = to_json(*game);
    json["theorem"] = known.theorem.empty() ? Json() : Json(known.theorem);
    json["period"] = period_json(known.period);
    write_json_with_provenance(context, std::move(json));
  } else {
    write_game_text(context.out(), *game, known);
  }
  return 0;
}

}  // namespace

Verb games_verb() {
  return {
      .name = "games",
      .usage = "[NAME | --find TEXT]",
      .summary = "lists the games by kind, or describes one in full",
      .help =
          "Lists the games of the rule directories and their folders by what the positions are, or describes one game in "
          "full:\n"
          "its rules, coordinates, parameters and source, and what is known of it: theorem, period, facts and claims. --find\n"
          "TEXT lists the games with TEXT in their name, title, rules or source. The directories in the\n"
          "variable BOUTON_RULES, separated by colons, come first.\n\n"
          "  bouton games nimrod          bouton games --find domino",
      .operands = Operands::one_game,
      .options = {Option::parameter, Option::play, Option::find, Option::closed_forms, Option::format, Option::output,
                  Option::limit},
      .formats = {Format::text, Format::json},
      .run = games};
}

}  // namespace bouton::cli
