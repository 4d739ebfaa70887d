#include "engine/rules/game.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/position/typed_number.h"

namespace bouton {
namespace {

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = text.find(',');
    fields.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    text.remove_prefix(comma + 1);
  }
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The value of `axis` that has this name.
std::optional<Integer> named_value(const Axis& axis, std::string_view name) {
  const auto found = std::ranges::find(axis.value_names, name);
  if (found == axis.value_names.end()) return std::nullopt;
  return widen(axis.least + (found - axis.value_names.begin()));
}

std::string show_coordinate(const Axis& axis, const Integer& value) {
  const std::optional<Coordinate> number = narrow(value);
  if (number && *number >= axis.least && static_cast<std::size_t>(*number - axis.least) < axis.value_names.size())
    return axis.value_names[static_cast<std::size_t>(*number - axis.least)];
  return value.get_str();
}

std::string cells_expected(const CellShape& shape, std::string_view text) {
  const auto count = [](bool any, std::uint32_t number) { return any ? "any number" : std::to_string(number); };
  std::string form;
  if (shape.is_board() && !shape.is_part_of_position())
    form = fmt::format("{} rows of {} characters, with / between them", shape.rows, shape.columns);
  else if (shape.is_board())
    form = fmt::format(
        "the size of an empty board, such as {}x{}, or rows of the same length with / between them (rows: {}, columns: {})",
        shape.any_rows ? 5 : shape.rows, shape.any_columns ? 8 : shape.columns, count(shape.any_rows, shape.rows),
        count(shape.any_columns, shape.columns));
  else if (shape.any_graph)
    form = fmt::format("a graph, = and a character for each of its cells, such as {}", excerpt(shape.text(shape.empty())));
  else form = fmt::format("{} characters", shape.cells());
  return fmt::format("position {}: expected {}, each one of {}", excerpt(text), form, shape.states);
}

struct ValueText {
  std::string operator()(Coordinate value) const { return std::to_string(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<Coordinate>& value) const { return fmt::format("{}", fmt::join(value, ",")); }
  std::string operator()(const Parameter::Function& value) const { return value.text.empty() ? "(default)" : value.text; }
};

}  // namespace

std::string to_string(const Parameter::Value& value) { return std::visit(ValueText{}, value); }

std::vector<std::shared_ptr<const Rules>> rules_of(const Games& games) {
  std::vector<std::shared_ptr<const Rules>> rules;
  for (const std::shared_ptr<const Game>& game : games) rules.push_back(game->rules);
  return rules;
}

BigPosition complete_position(const Game& game, const BigPosition& numbers) {
  const Domain& domain = game.rules->domain();
  const bool complete = domain.is_terms() ? domain.contains(numbers) : domain.has_length(numbers.size());
  const bool rather_short = domain.is_piles() && !domain.is_terms();
  const bool short_form = game.start_arity && *game.start_arity == numbers.size() && (!complete || rather_short);
  const BigPosition position = short_form ? game.start(numbers) : numbers;
  check_position(game, position);
  return position;
}

std::optional<BigPosition> playable_start(const Game& game) {
  try {
    BigPosition start = complete_position(game, {});
    const std::optional<Position> position = narrow(start);
    if (!position) return start;
    Options options;
    game.rules->options(*position, options);
    if (!options.empty()) return start;
  } catch (const RequestError&) {  // it is not a position
  }
  return std::nullopt;
}

BigPosition started_position(const Game& game, const BigPosition& numbers) {
  const BigPosition position = game.start(numbers);
  check_position(game, position);
  return position;
}

namespace {

/// The number of a start that `text` is, in a game that has such starts, and no position by itself.
std::optional<Coordinate> number_of_start(const Game& game, std::string_view text) {
  if (!has_numbered_starts(game) || game.rules->domain().shape()->position(text)) return std::nullopt;
  const std::optional<Integer> number = parse_number(text);
  return number ? narrow(*number) : std::nullopt;
}

}  // namespace

GamePosition numbered_start(const Game& game, Coordinate number) {
  if (game.with_number) {
    std::shared_ptr<const Game> own = game.with_number(number);
    BigPosition position = started_position(*own, {});
    return {std::move(own), std::move(position)};
  }
  const std::string text = game.start_text(number);
  const std::optional<CellShape> shape = game.rules->domain().shape()->shape_of(text);
  const std::optional<Position> position = shape ? shape->position(text) : std::nullopt;
  if (!position) throw RequestError(fmt::format("position {}: start makes '{}' of it, which is no position", number, text));
  GamePosition start{game.on_shape(*shape), widen(*position)};
  check_position(*start.game, start.position);
  return start;
}

std::shared_ptr<const Game> game_of_position(const std::shared_ptr<const Game>& game, std::string_view text) {
  const CellShape* const shape = game->rules->domain().shape();
  const std::string_view inside = trim(text);
  if (const std::optional<Coordinate> number = number_of_start(*game, inside)) return numbered_start(*game, *number).game;
  if (!game->on_shape || shape->position(inside)) return game;
  const std::optional<CellShape> other = shape->shape_of(inside);
  return other ? game->on_shape(*other) : game;
}

bool take_obligation(const Game& game, std::string_view& text) {
  if (!text.ends_with('!')) return false;
  const CellShape* const shape = game.rules->domain().shape();
  if (shape != nullptr && shape->states.find('!') != std::string::npos) return false;
  try {
    if (game.read && game.read(text)) return false;
  } catch (const RequestError&) {}  // what is wrong with it is said of the text without the sign
  text.remove_suffix(1);
  return true;
}

BigPosition parse_position(const Game& game, std::string_view text) {
  if (!game.read) return parse_coordinates(game, text);
  const bool in_parentheses = text.starts_with('(') && text.ends_with(')');
  if (in_parentheses) {  // so that there is a form that means the same in all games
    try {
      return parse_coordinates(game, text);
    } catch (const RequestError&) {}
  }
  if (const std::optional<BigPosition> position = game.read(text)) {
    check_position(game, *position);
    return *position;
  }
  try {
    return parse_coordinates(game, text);
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("{}, and read makes no position of it", error.what()));
  }
}

namespace {

/// A number of people's own, as `start` takes it, or a literal.
BigPosition parse_term(const Game& game, std::string_view text) {
  if (game.start_arity) {
    BigPosition numbers;
    const std::string_view inside = trim(text);
    bool all = true;
    if (!inside.empty())
      for (const std::string_view field : split_at_commas(inside)) {
        std::optional<Integer> value = parse_number(trim(field));
        all = all && value;
        if (all) numbers.push_back(*std::move(value));
      }
    if (all && numbers.size() == *game.start_arity) return started_position(game, numbers);
  }
  std::string_view literal = trim(text);
  if (literal.starts_with('(') && literal.ends_with(')') && literal.size() > 1) literal = literal.substr(1, literal.size() - 2);
  const std::optional<term::Code> code = term::parse(literal);
  if (!code)
    throw RequestError(
        fmt::format("position {}: expected an integer, a string in quotes or a list such as {{1,\"ab\",{{2}}}}", text));
  const BigPosition position = widen(PositionView(*code));
  check_position(game, position);
  return position;
}

}  // namespace

BigPosition parse_coordinates(const Game& game, std::string_view text) {
  const Domain& domain = game.rules->domain();
  if (domain.is_terms()) return parse_term(game, text);
  BigPosition numbers;
  std::string_view inside = trim(text);
  if (const CellShape* const shape = domain.shape(); shape != nullptr && !inside.empty()) {
    if (const std::optional<Position> cells = shape->position(inside)) {
      check_position(game, widen(*cells));
      return widen(*cells);
    }
    if (const std::optional<Coordinate> number = number_of_start(game, inside)) {
      const GamePosition start = numbered_start(game, *number);
      if (domain.has_length(start.position.size())) return start.position;
    }
    if (inside.find_first_of(",(") == std::string_view::npos) throw RequestError(cells_expected(*shape, text));
  }
  const bool whole = inside.starts_with('(') && inside.ends_with(')') && inside.size() > 1;
  if (whole) inside = inside.substr(1, inside.size() - 2);
  if (!trim(inside).empty()) {
    const std::vector<std::string_view> fields = split_at_commas(inside);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string_view field = trim(fields[i]);
      std::optional<Integer> value = parse_number(field);
      if (!value && (domain.is_piles() || i < domain.dimensions())) value = named_value(domain.axis(i), field);
      if (!value) throw RequestError(fmt::format("position {}: '{}' is not an integer", text, field));
      numbers.push_back(std::move(*value));
    }
  }
  if (!whole) return complete_position(game, numbers);
  check_position(game, numbers);
  return numbers;
}

void check_position(const Game& game, const BigPosition& position) {
  const Domain& domain = game.rules->domain();
  if (const std::optional<std::string> complaint = domain.complaint(position))
    throw RequestError(fmt::format("position {} {}", position.empty() ? "()" : position_text(game, position), *complaint));
  const std::optional<Position> narrowed = narrow(position);
  if (!narrowed || game.rules->valid(*narrowed)) return;
  // A text of the game's own is for positions that exist.
  const std::string name = domain.is_terms() ? domain.text(*narrowed) : position_text(game, position);
  throw RequestError(fmt::format("position {} is not valid in {}", position.empty() ? "()" : name, game.name));
}

std::string position_text(const Game& game, const BigPosition& position) {
  const Domain& domain = game.rules->domain();
  if (const CellShape* const shape = domain.shape())
    if (const std::optional<Position> cells = narrow(position); cells && domain.contains(*cells)) return shape->text(*cells);
  if (domain.is_terms())
    if (const std::optional<Position> code = narrow(position); code && domain.contains(*code))
      return game.show && game.read ? game.show(*code) : domain.text(*code);
  return to_string(position);
}

std::vector<BigPosition> example_positions(const Game& game) {
  if (!game.example) return {};
  if (game.example_sum.empty()) return {complete_position(game, *game.example)};
  std::vector<BigPosition> positions;
  for (const BigPosition& position : game.example_sum) positions.push_back(complete_position(game, position));
  return positions;
}

std::string example_text(const Game& game) {
  if (!game.example) return {};
  if (game.example_sum.empty()) return position_text(game, *game.example);
  std::string text;
  for (const BigPosition& position : game.example_sum) text += (text.empty() ? "" : " ") + position_text(game, position);
  return text;
}

std::string show_position(const Game& game, const BigPosition& position) {
  const Domain& domain = game.rules->domain();
  if (game.show)
    if (const std::optional<Position> narrowed = narrow(position);
        narrowed && (!domain.is_terms() || domain.contains(*narrowed)))
      return game.show(*narrowed);
  if (domain.shape() != nullptr || domain.is_terms()) return position_text(game, position);
  std::string text;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (i > 0) text += ',';
    text += show_coordinate(domain.axis(i), position[i]);
  }
  return text.empty() ? "()" : text;
}

}  // namespace bouton
