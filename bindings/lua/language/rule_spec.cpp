#include "bindings/lua/language/rule_spec.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/base/spelling.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/local/structure.h"

namespace bouton::lua {
namespace {

/// Reads the fields of one table. Each read_... function checks one field and stores it.
class SpecReader {
 public:
  SpecReader(const Datum& table, const std::string& where, const FieldLines& lines, const CellShape* shape)
      : table_(table), where_(where), lines_(lines), asked_shape_(shape) {}

  RuleSpec read(const std::string& default_name);
  static std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const Field& field : fields()) names.emplace_back(field.name);
    return names;
  }

 private:
  using Type = Datum::Type;
  struct Field {
    const char* name;
    void (SpecReader::*read)(const Datum& value);
  };
  static const std::vector<Field>& fields();

  [[noreturn]] void fail(const std::string& message) const { throw RuleError(where_ + message); }
  [[noreturn]] void expected(std::string_view field, std::string_view what, const Datum& found) const {
    fail(fmt::format("{} is {}, expected {}", field, found.describe(), what));
  }
  const std::string& string(std::string_view field, const Datum& value) const {
    if (value.type != Type::string) expected(field, "a string", value);
    check_characters(field, value.string);
    return value.string;
  }
  /// A zero byte ends a text for half of all programs: what follows it would be hidden.
  void check_characters(std::string_view field, std::string_view shown) const {
    if (shown.find('\0') != std::string_view::npos) fail(fmt::format("{} has a zero byte in it", field));
  }
  /// A name or a title: shown to people, in one line.
  std::string text(std::string_view field, const Datum& value) const { return plain_line(string(field, value)); }
  Coordinate integer(std::string_view field, const Datum& value) const {
    if (value.type != Type::integer) expected(field, "an integer", value);
    return value.integer;
  }
  Function function(std::string_view field, const Datum& value) const {
    if (value.type != Type::function) expected(field, "a function", value);
    Function function = value.function;
    function.title = fmt::format("{}:{}: {}", function.source, function.line, field);
    return function;
  }
  void check_names(std::string_view what, const Datum& table, std::span<const std::string> known) const;

  void read_name(const Datum& value) { spec_.name = text("name", value); }
  void read_title(const Datum& value) { spec_.title = text("title", value); }
  void read_source(const Datum& value) { spec_.source = text("source", value); }
  void read_text(const Datum& value) { spec_.description = plain_lines(string("text", value)); }
  void read_language(const Datum& value);
  void read_position(const Datum& value);
  void read_moves(const Datum& value) { spec_.moves = function("moves", value); }
  void read_companions(const Datum& value);
  void read_runs(const Datum& value);
  void read_product(const Datum& value);
  void name_places(const std::vector<Coordinate>& least);
  void read_play(const Datum& value);
  void read_blocking(const Datum& value);
  void read_start(const Datum& value);
  void read_random_start(const Datum& value) { spec_.random_start = function("random_start", value); }
  void read_valid(const Datum& value) { spec_.valid = function("valid", value); }
  void read_normalize(const Datum& value) { spec_.normalize = function("normalize", value); }
  void read_same_value(const Datum& value) { spec_.same_value = function("same_value", value); }
  void read_symmetric(const Datum& value);
  void read_show(const Datum& value) { spec_.show = function("show", value); }
  void read_read(const Datum& value) { spec_.read = function("read", value); }
  void read_parse(const Datum& value);
  void read_components(const Datum& value);
  void read_players(const Datum& value);
  void read_stakes(const Datum& value);
  void read_example(const Datum& value);
  void read_opening(const Datum& value) {
    if (!is_of_other_shape(value)) spec_.opening = position("opening", value);
  }
  void read_known(const Datum& value);
  void read_claims(const Datum& value);
  void read_closed_form(const Datum& value);
  void read_heap(const Datum& value);

  Axis axis(std::size_t number, const Datum& value) const;
  Domain piles(const Datum& value) const;
  Domain board(const Datum& value) const;
  Domain graph(const Datum& value) const;
  std::uint32_t board_side(const char* what, const Datum& value, bool& any) const;
  void settle(std::string_view what, CellShape& shape) const;
  void check_states(std::string_view what, const CellShape& shape) const;
  void read_independent(const Datum& value);
  void read_symmetric_cells(const Datum& value);
  void read_symmetric_states(const CellShape& shape, const std::string& exchanged);
  void read_range(std::string_view what, const Datum& table, Axis& axis) const;
  BigPosition position(std::string_view field, const Datum& value) const;
  Position small_position(std::string_view field, const Datum& value) const;
  Box claim_box(const std::string& field, const Datum& value) const;
  std::vector<std::pair<std::string, std::string>> claim_settings(const std::string& field, const Datum& value) const;
  ClaimSpec claim(const std::string& field, const Datum& value) const;
  bool is_of_other_shape(const Datum& value) const;
  void note_shape(const std::string& text);
  KnownFact fact(KnownFact::Kind kind, const std::string& field, std::size_t number, const Datum& value) const;
  void check_form() const;
  void check_coins() const;
  /// Where a field stands, "rules/my_nim.lua:7: ".
  std::string place(std::string_view path) const;
  void check_symmetric_group(const std::vector<std::size_t>& group) const;
  void check_together() const;
  bool claims_symmetry() const {
    return !spec_.symmetric.empty() || !spec_.permutations.empty() || !spec_.state_exchanges.empty();
  }

  const Datum& table_;
  const std::string& where_;
  const FieldLines& lines_;
  const CellShape* asked_shape_;
  RuleSpec spec_;
};

const std::vector<SpecReader::Field>& SpecReader::fields() {
  // In the order of reading: later ones may look at what earlier ones stored.
  static const std::vector<Field> kFields = {
      {"language", &SpecReader::read_language},
      {"name", &SpecReader::read_name},
      {"title", &SpecReader::read_title},
      {"source", &SpecReader::read_source},
      {"text", &SpecReader::read_text},
      {"position", &SpecReader::read_position},
      {"moves", &SpecReader::read_moves},
      {"companions", &SpecReader::read_companions},
      {"runs", &SpecReader::read_runs},
      {"product", &SpecReader::read_product},
      {"play", &SpecReader::read_play},
      {"blocking", &SpecReader::read_blocking},
      {"start", &SpecReader::read_start},
      {"valid", &SpecReader::read_valid},
      {"normalize", &SpecReader::read_normalize},
      {"same_value", &SpecReader::read_same_value},
      {"symmetric", &SpecReader::read_symmetric},
      {"independent", &SpecReader::read_independent},
      {"show", &SpecReader::read_show},
      {"read", &SpecReader::read_read},
      {"parse", &SpecReader::read_parse},
      {"components", &SpecReader::read_components},
      {"players", &SpecReader::read_players},
      {"stakes", &SpecReader::read_stakes},
      {"example", &SpecReader::read_example},
      {"opening", &SpecReader::read_opening},
      {"random_start", &SpecReader::read_random_start},
      {"known", &SpecReader::read_known},
      {"claims", &SpecReader::read_claims},
      {"closed_form", &SpecReader::read_closed_form},
      {"heap", &SpecReader::read_heap},
  };
  return kFields;
}

void SpecReader::check_names(std::string_view what, const Datum& table, std::span<const std::string> known) const {
  for (const auto& [name, value] : table.fields)
    if (std::ranges::find(known, name) == known.end())
      fail(fmt::format("{} has no field '{}'{}", what, name, did_you_mean(name, known)));
}

RuleSpec SpecReader::read(const std::string& default_name) {
  check_names("a game", table_, names());
  if (!table_.list.empty() || table_.has_other_keys) fail("a game has only named fields");
  check_form();
  spec_.name = plain_line(default_name);
  for (const Field& field : fields())
    if (const Datum& value = table_[field.name]; !value.is_nil()) (this->*field.read)(value);
  check_together();
  check_coins();
  if (spec_.title.empty()) spec_.title = spec_.name;
  spec_.where_play = place("play");
  spec_.where_blocking = place("blocking");
  if (spec_.is_strip) spec_.where_companions = place(spec_.turns_runs ? "runs" : "companions");
  spec_.where = {place("closed_form"), {}, place("heap"), place(spec_.components ? "components" : "independent"), {}};
  if (spec_.normalize) spec_.where[1] = place("normalize");
  if (spec_.same_value) spec_.where[4] = place("same_value");
  if (claims_symmetry()) spec_.where[1] = place("symmetric");
  return std::move(spec_);
}

/// A game states its positions and moves, or it is one of coins, whose positions are heads.
void SpecReader::check_form() const {
  int forms = 0;
  for (const char* form : {"companions", "runs", "product"})
    if (!table_[form].is_nil()) ++forms;
  if (forms == 0) {
    for (const char* required : {"position", "moves"})
      if (table_[required].is_nil()) fail(fmt::format("the game has no {}", required));
    return;
  }
  if (!table_["moves"].is_nil() || forms > 1)
    fail("moves, companions, runs and product each say what the moves are; a game has one of them");
}

/// The places, from the least on, where the game says no names of them: n, or x, y, z and so on.
void SpecReader::name_places(const std::vector<Coordinate>& least) {
  if (!table_["position"].is_nil()) return;
  constexpr std::array<const char*, 3> kNames = {"x", "y", "z"};
  const std::size_t places = least.size();
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < places; ++i)
    axes.push_back({.name = places == 1               ? "n"
                            : places <= kNames.size() ? kNames[i]
                                                      : fmt::format("x{}", i + 1),
                    .least = least[i]});
  spec_.domain = Domain::fixed(std::move(axes));
}

void SpecReader::read_companions(const Datum& value) {
  spec_.moves = function("companions", value);
  spec_.is_strip = true;
  name_places({0});
}

void SpecReader::read_runs(const Datum& value) {
  spec_.moves = function("runs", value);
  spec_.is_strip = spec_.turns_runs = true;
  name_places({1});
}

void SpecReader::read_product(const Datum& value) {
  if (!value.is_table() || value.list.size() < 2 || !value.fields.empty() || value.has_other_keys)
    expected("product", "a list of two strips of coins or more, such as { include(\"ruler\"), include(\"ruler\") }", value);
  for (const Datum& strip : value.list) {
    const std::string where = fmt::format("{}product: {}: ", where_, spec_.strips.size() + 1);
    if (!strip.is_table() || (strip["companions"].is_nil() && strip["runs"].is_nil()))
      throw RuleError(
          fmt::format("{}it is {}, expected a strip of coins: a game with companions or runs", where, strip.describe()));
    spec_.strips.push_back(SpecReader(strip, where, {}, nullptr).read("strip"));
    if (spec_.strips.back().play != Play::normal)
      throw RuleError(where + "play: the product says under which play its coins are turned; leave play out of its strips");
  }
  std::vector<Coordinate> least;
  for (const RuleSpec& strip : spec_.strips) least.push_back(strip.domain.axis(0).least);
  name_places(least);
}

/// What is said of coins goes together.
void SpecReader::check_coins() const {
  if (!spec_.is_strip && spec_.strips.empty()) return;
  const std::size_t places = spec_.is_strip ? 1 : spec_.strips.size();
  const Domain& domain = spec_.domain;
  const bool numbers = !domain.is_piles() && domain.shape() == nullptr && domain.dimensions() == places;
  if (!numbers)
    fail(fmt::format("position: a head lies at {} {}", places, places == 1 ? "place" : "places, one for each strip"));
  if (spec_.play == Play::by_position)
    fail("play: coins are turned under normal or misere play; a function would have to know all heads");
  if (spec_.blocking > 0) fail("blocking is not for games of coins, whose moves leave sums of heads");
  if (spec_.valid) fail("valid is not for games of coins: every place exists");
  if (spec_.same_value) fail("same_value is not for games of coins, whose values are those of their heads");
  if (spec_.turns_runs && (spec_.normalize || !spec_.closed_form.is_nil() || !spec_.heap.is_nil()))
    fail("normalize, closed_form and heap are not for games with runs, whose values are counted");
  for (std::size_t i = 0; i < spec_.strips.size(); ++i)
    if (const Coordinate least = spec_.strips[i].domain.axis(0).least; domain.axis(i).least < least)
      fail(fmt::format("position: {} begins at {}, but its strip at {}", domain.coordinate_name(i), domain.axis(i).least,
                       least));
  if (spec_.strips.empty()) return;
  if (spec_.normalize) fail("normalize is not for products of strips; symmetric says which places may be permuted");
  if (!spec_.closed_form.is_nil())
    fail("closed_form is not for products of strips: their values are products of those of strips");
}

void SpecReader::read_language(const Datum& value) {
  const Coordinate version = integer("language", value);
  if (version < 1) fail(fmt::format("language is {}, but the first version is 1", version));
  if (version > kLanguageVersion)
    fail(fmt::format("written for language {}, but this Bouton knows languages up to {}", version, kLanguageVersion));
}

void SpecReader::read_range(std::string_view what, const Datum& table, Axis& axis) const {
  if (const Datum& least = table["min"]; !least.is_nil()) axis.least = integer(fmt::format("{}: min", what), least);
  if (const Datum& most = table["max"]; !most.is_nil()) axis.greatest = integer(fmt::format("{}: max", what), most);
  if (axis.least > axis.greatest) fail(fmt::format("{}: min {} is greater than max {}", what, axis.least, axis.greatest));
}

Axis SpecReader::axis(std::size_t number, const Datum& value) const {
  const std::string what = fmt::format("position: coordinate {}", number);
  if (value.type == Type::string) return {.name = text(what, value)};
  if (!value.is_table()) expected(what, "a name or a table such as { \"r\", min = 1 }", value);
  static const std::array<std::string, 3> kKnown = {"max", "min", "values"};
  check_names(what, value, kKnown);
  if (value.list.size() != 1 || value.list[0].type != Type::string)
    fail(fmt::format("{} needs one name, as in {{ \"r\", min = 1 }}", what));
  Axis axis{.name = text(what, value.list[0])};
  if (const Datum& names = value["values"]; !names.is_nil()) {
    if (!names.is_table() || names.list.empty()) expected(what + ": values", "a list of names", names);
    for (const Datum& name : names.list) axis.value_names.push_back(text(what + ": a name of a value", name));
    if (!value["min"].is_nil() || !value["max"].is_nil()) fail(what + ": values are 0, 1, ...; min and max do not apply");
    axis.greatest = static_cast<Coordinate>(axis.value_names.size()) - 1;
  }
  read_range(what, value, axis);
  return axis;
}

Domain SpecReader::piles(const Datum& value) const {
  Axis axis{.name = text("piles: the name", value["name"])};
  const Datum& options = value["options"];
  static const std::array<std::string, 3> kKnown = {"length", "max", "min"};
  check_names("piles", options, kKnown);
  read_range("piles", options, axis);
  const Datum& length = options["length"];
  Axis lengths{.name = "length"};
  if (!length.is_nil()) {
    if (!length.is_table()) expected("piles: length", "a table such as { min = 1 }", length);
    static const std::array<std::string, 2> kKnownLength = {"max", "min"};
    check_names("piles: length", length, kKnownLength);
    read_range("piles: length", length, lengths);
    if (lengths.least < 0) fail(fmt::format("piles: length: min is {}, it cannot be negative", lengths.least));
  }
  return Domain::piles(axis, static_cast<std::size_t>(lengths.least), static_cast<std::size_t>(lengths.greatest));
}

void SpecReader::check_states(std::string_view what, const CellShape& shape) const {
  if (shape.states.size() < 2 || shape.states.size() > LocalMoves::kMostStates)
    fail(fmt::format("{}: it has {} states, but must have 2 to {}", what, shape.states.size(), LocalMoves::kMostStates));
  for (const char c : shape.states) {
    if (c <= ' ' || c > '~' || std::string_view(",/()").find(c) != std::string_view::npos || (!shape.is_board() && c == '='))
      fail(fmt::format("{}: a state's character is a letter, a digit or a sign other than , / ( and ){}", what,
                       shape.is_board() ? "" : ", and of a graph other than ="));
    if (std::ranges::count(shape.states, c) > 1) fail(fmt::format("{}: two states have the character {}", what, c));
  }
}

std::uint32_t SpecReader::board_side(const char* what, const Datum& value, bool& any) const {
  any = value.type == Type::string && value.string == "any";
  if (any) return 0;
  const std::optional<Integer> typed = value.type == Type::string ? parse_integer(value.string) : std::nullopt;
  const Coordinate side = typed && typed->fits_slong_p() ? typed->get_si() : integer(what, value);
  if (side < 1 || side > CellShape::kMostCells)
    fail(fmt::format("{} is {}, it must be from 1 to {}", what, side, CellShape::kMostCells));
  return static_cast<std::uint32_t>(side);
}

/// The shape of the positions where that is part of the position: the one that was asked for, else that of the example.
void SpecReader::settle(std::string_view what, CellShape& shape) const {
  if (!shape.is_part_of_position()) return;
  if (asked_shape_ != nullptr) {
    shape = *asked_shape_;
    return;
  }
  const Datum& example = table_["example"];
  if (example.type != Type::string)
    fail(fmt::format("{}: any: the game needs an example, a text, which names the one that play begins on", what));
  std::optional<CellShape> settled;
  try {
    settled = shape.shape_of(example.string);
  } catch (const RequestError& error) {
    fail(fmt::format("example: {}", error.what()));
  }
  if (!settled)
    fail(fmt::format("example '{}' is not a position of a {} whose states are {}", example.string, what, shape.states));
  shape = *std::move(settled);
}

Domain SpecReader::board(const Datum& value) const {
  CellShape shape;
  shape.rows = board_side("board: rows", value["board_rows"], shape.any_rows);
  shape.columns = board_side("board: columns", value["board_columns"], shape.any_columns);
  if (shape.cells() > CellShape::kMostCells)
    fail(fmt::format("a board of {} rows and {} columns; it has 1 to {} squares", shape.rows, shape.columns,
                     CellShape::kMostCells));
  if (const Datum& states = value["states"]; !states.is_nil()) shape.states = string("board: the states", states);
  check_states("board", shape);
  settle("board", shape);
  return Domain::cells(std::move(shape));
}

Domain SpecReader::graph(const Datum& value) const {
  const Datum& options = value["options"];
  static const std::array<std::string, 2> kKnown = {"cells", "states"};
  if (!options.is_nil()) check_names("graph", options, kKnown);
  CellShape shape;
  shape.kind = CellShape::Kind::vertices;
  const std::string& name = string("graph", value["graph"]);
  shape.any_graph = name == "any";
  try {
    if (!shape.any_graph) shape = graph_named(name);
  } catch (const RequestError& error) {
    fail(error.what());
  }
  if (const Datum& states = options["states"]; !states.is_nil()) shape.states = string("graph: states", states);
  if (const Datum& cells = options["cells"]; !cells.is_nil()) {
    const std::string& kind = string("graph: cells", cells);
    if (kind != "vertices" && kind != "edges") expected("graph: cells", "\"vertices\" or \"edges\"", cells);
    if (kind == "edges") shape.kind = CellShape::Kind::edges;
  }
  check_states("graph", shape);
  settle("graph", shape);
  if (shape.cells() == 0) fail("the graph has no edges, and a position is a state for each");
  return Domain::cells(std::move(shape));
}

void SpecReader::read_position(const Datum& value) {
  constexpr std::size_t kMostCoordinates = 100;
  if (!value.is_table()) expected("position", "a list of names, or piles(...)", value);
  if (value["piles"].boolean) {
    spec_.domain = piles(value);
    return;
  }
  if (value["any_value"].boolean) {
    spec_.domain = Domain::terms();
    return;
  }
  if (!value["board_rows"].is_nil() || !value["graph"].is_nil()) {
    spec_.domain = value["graph"].is_nil() ? board(value) : graph(value);
    return;
  }
  if (value.list.empty() || !value.fields.empty() || value.has_other_keys)
    fail("position is not a list of coordinates, such as { \"S\", \"L\" }");
  if (value.list.size() > kMostCoordinates)
    fail(fmt::format("position has {} coordinates, but at most {} are possible; piles(...) has no limit", value.list.size(),
                     kMostCoordinates));
  std::vector<Axis> axes;
  for (const Datum& coordinate : value.list) {
    axes.push_back(axis(axes.size() + 1, coordinate));
    const std::string& name = axes.back().name;
    if (name.empty()) fail(fmt::format("position: coordinate {} has an empty name", axes.size()));
    if (std::ranges::count(axes, name, &Axis::name) > 1) fail(fmt::format("position names '{}' twice", name));
  }
  spec_.domain = Domain::fixed(std::move(axes));
}

void SpecReader::read_play(const Datum& value) {
  if (value.type == Type::function) {
    spec_.play = Play::by_position;
    spec_.terminal_play = function("play", value);
  } else if (value.type == Type::string && value.string == "normal") {
    spec_.play = Play::normal;
  } else if (value.type == Type::string && value.string == "misere") {
    spec_.play = Play::misere;
  } else {
    expected("play", "\"normal\", \"misere\" or a function", value);
  }
}

void SpecReader::read_blocking(const Datum& value) {
  const Coordinate most = integer("blocking", value);
  if (most < 0) fail(fmt::format("blocking is {}: so many options cannot be forbidden; 0 is none", most));
  if (most > 0 && spec_.play == Play::by_position)
    fail("blocking is for play = \"normal\" and \"misere\": a player with no option left may not be at a last position");
  spec_.blocking = static_cast<std::uint64_t>(most);
}

void SpecReader::read_start(const Datum& value) {
  const CellShape* const shape = spec_.domain.shape();
  if (shape != nullptr && value.type == Type::string) {
    spec_.start_parameter = text("start", value);
    return;
  }
  spec_.start = function("start", value);
  if (spec_.start->is_vararg) fail("start takes any number of arguments; it must name them");
  const auto count = static_cast<std::size_t>(spec_.start->parameters);
  const bool says_shape = shape != nullptr && shape->is_part_of_position() && count == 1;
  if (!spec_.domain.is_piles() && !says_shape && count >= spec_.domain.dimensions())
    fail(fmt::format("start takes {} numbers; it must take fewer than the position has coordinates ({})", count,
                     spec_.domain.dimensions()));
}

void SpecReader::check_symmetric_group(const std::vector<std::size_t>& group) const {
  const Axis& first = spec_.domain.axis(group.front());
  for (const std::size_t i : group) {
    const Axis& axis = spec_.domain.axis(i);
    if (axis.least != first.least || axis.greatest != first.greatest)
      fail(fmt::format("symmetric: {} and {} have different ranges", first.name, axis.name));
  }
}

void SpecReader::read_symmetric_cells(const Datum& value) {
  const CellShape& shape = *spec_.domain.shape();
  const char* const word = shape.is_board() ? "board" : "graph";
  if (value.type == Type::boolean && !value.boolean) return;
  if (value.is_table()) {
    const std::string known[] = {word, "states"};
    check_names("symmetric", value, known);
    const Datum& cells = value[word];
    if (!cells.is_nil() && cells.type != Type::boolean) expected(fmt::format("symmetric.{}", word), "true or false", cells);
    if (cells.boolean) spec_.permutations = local::symmetries_of(shape);
    if (!value["states"].is_nil()) read_symmetric_states(shape, text("symmetric.states", value["states"]));
    return;
  }
  if (value.type != Type::string || value.string != word)
    expected("symmetric",
             fmt::format("\"{0}\" or a table such as {{ {0} = true, states = \"{1}\" }}", word, shape.states.substr(1)), value);
  spec_.permutations = local::symmetries_of(shape);
}

void SpecReader::read_symmetric_states(const CellShape& shape, const std::string& exchanged) {
  constexpr std::size_t kMost = 6;
  std::vector<Coordinate> states;
  for (const char character : exchanged) {
    const std::size_t state = shape.states.find(character);
    if (state == std::string::npos)
      fail(fmt::format("symmetric.states names '{}'; the states are {}", character, shape.states));
    states.push_back(static_cast<Coordinate>(state));
  }
  std::ranges::sort(states);
  if (std::ranges::adjacent_find(states) != states.end()) fail("symmetric.states names a state twice");
  if (states.size() < 2 || states.size() > kMost)
    fail(fmt::format("symmetric.states names {} states; give 2 to {}", states.size(), kMost));
  std::vector<Coordinate> image = states;
  while (std::ranges::next_permutation(image).found) {
    std::vector<Coordinate> exchange(shape.states.size());
    std::iota(exchange.begin(), exchange.end(), Coordinate{0});
    for (std::size_t i = 0; i < states.size(); ++i) exchange[static_cast<std::size_t>(states[i])] = image[i];
    spec_.state_exchanges.push_back(std::move(exchange));
  }
}

void SpecReader::read_independent(const Datum& value) {
  if (value.type != Type::boolean) expected("independent", "true or false", value);
  const Domain& domain = spec_.domain;
  if (domain.is_terms()) fail("independent is not for games with position = value(): components says what is apart");
  if (value.boolean && domain.shape() == nullptr && (!domain.is_piles() || !domain.has_length(1)))
    fail("independent is for boards, graphs, and lists that may be of one number");
  spec_.independent = value.boolean;
}

/// `parse` is what `read` is called in games of values.
void SpecReader::read_parse(const Datum& value) {
  if (spec_.read) fail("parse and read are both given; they mean the same, so give one of them");
  spec_.read = function("parse", value);
}

void SpecReader::read_components(const Datum& value) {
  if (!spec_.domain.is_terms()) fail("components is for games with position = value(); others may say independent = true");
  spec_.components = function("components", value);
}

void SpecReader::read_symmetric(const Datum& value) {
  const Domain& domain = spec_.domain;
  if (domain.is_terms())
    fail("symmetric is not for games with position = value(): normalize says which positions are the same");
  if (domain.shape() != nullptr) {
    read_symmetric_cells(value);
    return;
  }
  if (value.type == Type::boolean) {
    if (!value.boolean) return;
    std::vector<std::size_t> all;
    if (!domain.is_piles())
      for (std::size_t i = 0; i < domain.dimensions(); ++i) all.push_back(i);
    if (!all.empty()) check_symmetric_group(all);
    spec_.symmetric.push_back(std::move(all));
    return;
  }
  if (!value.is_table() || value.list.empty()) expected("symmetric", "true or a list of coordinates' names", value);
  if (domain.is_piles()) fail("symmetric of a piles game is true or left out");
  // A list of names is one group; a list of lists is several.
  std::vector<Datum> groups = value.list;
  if (!value.list.front().is_table()) groups = {value};
  for (const Datum& names : groups) {
    if (!names.is_table()) expected("symmetric", "a list of lists of names", names);
    std::vector<std::size_t> group;
    for (const Datum& name : names.list) {
      const std::optional<std::size_t> i = domain.find(text("symmetric: a name", name));
      if (!i) fail(fmt::format("symmetric names '{}'; the coordinates are {}", name.string, domain.names()));
      group.push_back(*i);
    }
    if (group.size() < 2) fail("symmetric needs two names or more");
    std::ranges::sort(group);
    check_symmetric_group(group);
    spec_.symmetric.push_back(std::move(group));
  }
}

void SpecReader::read_players(const Datum& value) {
  if (!value.is_table() || !value.list.empty() || value.has_other_keys)
    expected("players", "a table of functions by name", value);
  for (const auto& [name, player] : value.fields) check_characters("players: a name", name);
  for (const auto& [name, player] : value.fields)
    spec_.players.emplace_back(plain_line(name), function(fmt::format("players: {}", name), player));
}

void SpecReader::read_stakes(const Datum& value) {
  if (!value.is_table() || !value.fields.empty() || value.has_other_keys)
    expected("stakes", "a list of names of moves, such as { \"flip\" }", value);
  for (const Datum& name : value.list) spec_.stakes.push_back(text("stakes: a name", name));
}

BigPosition SpecReader::position(std::string_view field, const Datum& value) const {
  BigPosition result;
  if (const CellShape* const shape = spec_.domain.shape(); shape != nullptr && value.type == Type::string) {
    const std::optional<Position> cells = shape->position(value.string);
    if (!cells) fail(fmt::format("{} '{}' is not a position of {} cells", field, value.string, shape->cells()));
    return widen(*cells);
  }
  if (spec_.domain.is_terms()) {
    term::Code code;
    if (const std::optional<std::string> complaint = append_term(value, code))
      fail(fmt::format("{}: the position {}", field, *complaint));
    return widen(PositionView(code));
  }
  if (value.type == Type::integer) return {widen(value.integer)};
  if (!value.is_table() || !value.fields.empty() || value.has_other_keys)
    expected(field, "a position, such as { 3, 5 }", value);
  for (const Datum& number : value.list) {
    std::optional<Integer> big;
    if (number.type == Type::string) big = parse_integer(number.string);  // larger than a Lua integer
    if (big) {
      result.push_back(*big);
    } else {
      result.push_back(widen(integer(fmt::format("{}: a coordinate", field), number)));
    }
  }
  return result;
}

std::string SpecReader::place(std::string_view path) const {
  const auto line = lines_.find(path);
  if (line == lines_.end()) return where_;
  return fmt::format("{}:{}: ", where_.substr(0, where_.find_last_of(':', where_.find_last_not_of(": "))), line->second);
}

KnownFact SpecReader::fact(KnownFact::Kind kind, const std::string& field, std::size_t number, const Datum& value) const {
  if (!value.is_table() || value.list.size() != 2) expected(field + ": a fact", "{ position, value }", value);
  std::string where = place(fmt::format("{}.{}", field, number));
  where.erase(where.find_last_not_of(": ") + 1);
  KnownFact fact{.kind = kind, .position = position(field, value.list[0]), .expected = 0, .where = std::move(where)};
  const Datum& expected_value = value.list[1];
  if (kind == KnownFact::Kind::outcome) {
    const std::string& name = string(field + ": an outcome", expected_value);
    if (name != "P" && name != "N" && name != "draw") fail(field + ": an outcome is \"P\", \"N\" or \"draw\"");
    fact.expected = static_cast<int>(name == "P" ? Outcome::P : name == "N" ? Outcome::N : Outcome::draw);
  } else if (kind == KnownFact::Kind::grundy && expected_value.type == Type::string) {
    fact.loony = expected_value.string == "loony";
    if (!fact.loony) fail(field + ": a value is an integer or \"loony\"");
  } else {
    fact.expected = widen(integer(field + ": a value", expected_value));
  }
  return fact;
}

/// Whether a position is one of a board or a graph of another size: sizes may be parameters, and facts are stated for some.
bool SpecReader::is_of_other_shape(const Datum& value) const {
  const CellShape* const shape = spec_.domain.shape();
  if (shape == nullptr || value.type != Type::string || shape->position(value.string)) return false;
  CellShape any = *shape;
  any.any_graph = !shape->is_board();
  if (any.is_part_of_position() && any.shape_of(value.string)) return true;
  return value.string.find_first_not_of(shape->states + "/") == std::string::npos && !shape->is_part_of_position();
}

/// Notes the shape of a position of another one than the game is read for, if that is part of the position.
void SpecReader::note_shape(const std::string& text) {
  const CellShape& own = *spec_.domain.shape();
  if (!own.is_part_of_position()) return;
  std::optional<CellShape> shape = own.shape_of(text);
  const auto same = [&](const CellShape& other) {
    return other.rows == shape->rows && other.columns == shape->columns && other.graph == shape->graph;
  };
  if (shape && std::ranges::none_of(spec_.known_shapes, same)) spec_.known_shapes.push_back(*std::move(shape));
}

void SpecReader::read_known(const Datum& value) {
  static const std::array<std::string, 3> kKinds = {"grundy", "outcome", "remoteness"};
  if (!value.is_table() || !value.list.empty()) expected("known", "a table such as { grundy = { { {3,5}, 0 } } }", value);
  check_names("known", value, kKinds);
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    const Datum& facts = value[kKinds[kind]];
    if (facts.is_nil()) continue;
    const std::string field = "known." + kKinds[kind];
    if (!facts.is_table() || !facts.fields.empty()) expected(field, "a list of facts", facts);
    for (std::size_t i = 0; i < facts.list.size(); ++i) {
      const Datum& stated = facts.list[i];
      // A graph's states without the graph are those of the example's.
      const bool of_example = asked_shape_ != nullptr && asked_shape_->any_graph;
      const bool has_text = stated.is_table() && !stated.list.empty() && stated.list[0].type == Type::string;
      if (has_text && of_example && stated.list[0].string.find_first_of("= ") == std::string::npos) continue;
      if (has_text && is_of_other_shape(stated.list[0])) note_shape(stated.list[0].string);
      else spec_.known.push_back(fact(static_cast<KnownFact::Kind>(kind), field, i + 1, stated));
    }
  }
}

/// A position, or a list of them: a sum.
void SpecReader::read_example(const Datum& value) {
  if (is_of_other_shape(value)) return;
  const bool numbers = spec_.domain.shape() == nullptr && !spec_.domain.is_terms();
  if (!numbers || !value.is_table() || value.list.empty() || !std::ranges::all_of(value.list, &Datum::is_table)) {
    spec_.example = position("example", value);
    return;
  }
  if (!value.fields.empty() || value.has_other_keys) expected("example", "a position, such as { 3, 5 }", value);
  for (const Datum& stated : value.list) spec_.example_sum.push_back(position("example", stated));
  spec_.example = spec_.example_sum.back();
  if (spec_.example_sum.size() == 1) spec_.example_sum.clear();
}

Position SpecReader::small_position(std::string_view field, const Datum& value) const {
  const std::optional<Position> position = narrow(this->position(field, value));
  if (!position) fail(fmt::format("{} has coordinates beyond 64 bits", field));
  if (const std::optional<std::string> complaint = spec_.domain.complaint(PositionView(*position)))
    fail(fmt::format("{}: {} {}", field, to_string(*position), *complaint));
  return *position;
}

/// A range is a greatest value or { least, greatest }, as in bouton.game(...):table.
Box SpecReader::claim_box(const std::string& field, const Datum& value) const {
  if (!value.is_table() || !value.fields.empty() || value.has_other_keys || !spec_.domain.has_length(value.list.size()))
    expected(field, fmt::format("a range for each of {}, such as {{ 40, {{ 1, 9 }} }}", spec_.domain.names()), value);
  Datum low;
  low.type = Type::table;
  Datum high = low;
  for (std::size_t i = 0; i < value.list.size(); ++i) {
    const Datum& range = value.list[i];
    if (range.is_table() && range.list.size() != 2) expected(field + ": a range", "{ least, greatest }", range);
    Datum least;
    least.type = Type::integer;
    least.integer = spec_.domain.axis(i).least;
    low.list.push_back(range.is_table() ? range.list[0] : least);
    high.list.push_back(range.is_table() ? range.list[1] : range);
  }
  try {
    return {small_position(field, low), small_position(field, high)};
  } catch (const RequestError& error) {
    fail(fmt::format("{}: {}", field, error.what()));
  }
}

/// Values of parameters, each as it would be typed.
std::vector<std::pair<std::string, std::string>> SpecReader::claim_settings(const std::string& field,
                                                                            const Datum& value) const {
  if (!value.is_table() || !value.list.empty() || value.has_other_keys)
    expected(field, "values of parameters by their names, such as { m = 3 }", value);
  std::vector<std::pair<std::string, std::string>> settings;
  for (const auto& [name, given] : value.fields) {
    Parameter::Value setting;
    const auto is_integer = [](const Datum& one) { return one.type == Type::integer; };
    if (is_integer(given)) {
      setting = given.integer;
    } else if (given.type == Type::string) {
      setting = text(field + "." + name, given);
    } else if (given.is_table() && given.fields.empty() && !given.has_other_keys &&
               std::ranges::all_of(given.list, is_integer)) {
      std::vector<Coordinate> list;
      for (const Datum& one : given.list) list.push_back(one.integer);
      setting = std::move(list);
    } else {
      expected(field + "." + name, "an integer, a string or a list of integers", given);
    }
    settings.emplace_back(name, to_string(setting));
  }
  return settings;
}

ClaimSpec SpecReader::claim(const std::string& field, const Datum& value) const {
  static const std::array<std::string, 5> kKnown = {"box", "check", "fails", "params", "source"};
  if (!value.is_table() || value.list.size() != 1 || value.has_other_keys)
    expected(field, "a table such as { \"words\", check = function(n) ... end }", value);
  check_names(field, value, kKnown);
  ClaimSpec spec;
  spec.claim.words = text(field + ": the words", value.list[0]);
  if (const Datum& source = value["source"]; !source.is_nil()) spec.claim.source = text(field + ".source", source);
  if (const Datum& box = value["box"]; !box.is_nil()) spec.claim.box = claim_box(field + ".box", box);
  if (const Datum& fails = value["fails"]; !fails.is_nil()) spec.claim.failure = small_position(field + ".fails", fails);
  if (const Datum& params = value["params"]; !params.is_nil()) spec.claim.settings = claim_settings(field + ".params", params);
  spec.check = function(field + ".check", value["check"]);
  spec.where = where_ + field;
  return spec;
}

void SpecReader::read_claims(const Datum& value) {
  if (!value.is_table() || !value.fields.empty() || value.has_other_keys) expected("claims", "a list of claims", value);
  for (const Datum& one : value.list) spec_.claims.push_back(claim(fmt::format("claims: {}", spec_.claims.size() + 1), one));
}

void SpecReader::read_closed_form(const Datum& value) {
  const bool named =
      value.type == Type::string || (value.is_table() && value.list.size() == 1 && value.list[0].type == Type::string);
  if (!named) expected("closed_form", "a name, or a table such as { \"take-away\", f = f }", value);
  spec_.closed_form = value;
}

void SpecReader::read_heap(const Datum& value) {
  const Datum& code = value["code"];
  const bool only_code = value.is_table() && value.list.empty() && value.fields.size() == 1 && !value.has_other_keys;
  if (!only_code || code.type != Datum::Type::string) expected("heap", "a table such as { code = \"0.77\" }", value);
  try {
    TakeAndBreak::parse(code.string);
  } catch (const RequestError& error) {
    fail(fmt::format("heap: {}", error.what()));
  }
  spec_.heap = value;
}

void SpecReader::check_together() const {
  if (claims_symmetry() && spec_.normalize) fail("symmetric and normalize are both given; give one of them");
  if (spec_.same_value && (spec_.play != Play::normal || spec_.blocking > 0))
    fail("same_value is about Grundy values, which there are under normal play alone, where nothing is forbidden");
  if (spec_.domain.is_terms() && !spec_.closed_form.is_nil()) fail("closed_form is not for games with position = value()");
  if (!spec_.heap.is_nil() && (spec_.domain.is_piles() || spec_.domain.dimensions() != 1))
    fail("heap describes games of one coordinate");
}

}  // namespace

std::vector<std::string> game_fields() { return SpecReader::names(); }

RuleSpec read_rule_spec(const Datum& table, const std::string& where, const std::string& default_name, const FieldLines& lines,
                        const CellShape* shape) {
  return SpecReader(table, where, lines, shape).read(default_name);
}

}  // namespace bouton::lua
