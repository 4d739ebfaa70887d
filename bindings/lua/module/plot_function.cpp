#include "bindings/lua/module/plot_function.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "bindings/lua/host/object.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/module/table_class.h"
#include "bindings/output/formats/format.h"
#include "bindings/output/formats/pictures/pictures.h"
#include "bindings/output/sink/output.h"
#include "engine/base/spelling.h"
#include "engine/image/charts/captions.h"
#include "engine/image/charts/cell_colour.h"
#include "engine/image/charts/grid.h"
#include "engine/image/charts/plot.h"
#include "engine/image/charts/table_picture.h"
#include "engine/image/raster.h"

namespace bouton::lua {

/// A plot that is being put together, kept in a userdata while functions of the script are called.
struct PlotDraft {
  Plot plot;
  std::string path;
  std::shared_ptr<const Game> game;
  std::shared_ptr<const Table> table;  ///< what the map lies over; null where nothing is
  bool has_x = false, has_y = false;
};
template <>
inline constexpr const char* kClassName<PlotDraft> = "bouton.PlotDraft";

namespace {

// Where things stand on the stack.
constexpr int kDraft = 1, kPath = 2, kFields = 3;
/// How many points a joined curve has.
constexpr int kSamplesOfCurve = 1200;

PlotDraft& draft(lua_State* L) { return object_at<PlotDraft>(L, kDraft); }

/// Throws RequestError for a field of the table at `index` that is not among the names.
void check_fields(lua_State* L, int index, std::span<const std::string> known, const char* what) {
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    const std::string name(text_at(L, -1));
    if (std::ranges::find(known, name) == known.end())
      throw RequestError(fmt::format("{} has no field '{}'{}", what, name, did_you_mean(name, known)));
  }
}

/// Reads x or y: { name, low, high }. False where it is left out.
bool read_axis(lua_State* L, const char* field, Plot::Axis& axis) {
  const int type = lua_getfield(L, kFields, field);
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    return false;
  }
  for (int i = 1; i <= 3; ++i) type == LUA_TTABLE ? lua_rawgeti(L, -i, i) : (lua_pushnil(L), 0);
  const bool fits =
      type == LUA_TTABLE && lua_type(L, -3) == LUA_TSTRING && lua_type(L, -2) == LUA_TNUMBER && lua_type(L, -1) == LUA_TNUMBER;
  if (!fits) throw RequestError(fmt::format("{} is a name and a range, such as {} = {{ \"n\", 0, 100 }}", field, field));
  axis = {lua_tostring(L, -3), lua_tonumber(L, -2), lua_tonumber(L, -1)};
  lua_pop(L, 4);
  return true;
}

/// Reads the table that the map lies over; its two coordinates are then the axes.
void read_over(lua_State* L) {
  PlotDraft& plot = draft(L);
  if (lua_getfield(L, kFields, "over") != LUA_TNIL) {
    const TableObject& over = object_at<TableObject>(L, -1);
    const Box& box = over.table->box;
    require_map(*over.game, box);
    if (box.dimensions() != 2) throw RequestError("a plot can only lie over a table of two coordinates");
    if (plot.has_x || plot.has_y) throw RequestError("the plot has x and y from the table that it lies over; leave them out");
    const Domain& domain = over.game->rules->domain();
    const auto axis = [&](std::size_t i) {
      return Plot::Axis{domain.coordinate_name(i), static_cast<double>(box.low()[i]), static_cast<double>(box.high()[i])};
    };
    plot.game = over.game;
    plot.table = over.table;
    plot.plot.across = axis(0);
    plot.plot.up = axis(1);
    plot.has_x = plot.has_y = true;
    if (plot.plot.title.empty()) plot.plot.title = fmt::format("{}: {}", over.game->title, plural(over.table->kind));
  }
  lua_pop(L, 1);
}

void read_fields(lua_State* L) {
  static const std::array<std::string, 8> kKnown = {"curves", "over", "shade", "shade_name", "subtitle", "title", "x", "y"};
  PlotDraft& plot = draft(L);
  if (lua_type(L, kPath) != LUA_TSTRING || !lua_istable(L, kFields))
    throw RequestError("bouton.plot takes the path of a picture and a table of what it shows");
  plot.path = path_at(L, kPath).string();
  const std::optional<Format> format = format_of_file(plot.path);
  if (!format || !is_picture(*format)) throw RequestError(fmt::format("{}: a plot is a .png, a .svg or a .pdf", plot.path));
  check_fields(L, kFields, kKnown, "a plot");
  const auto read_text = [&](const char* field, std::string& text) {
    if (lua_getfield(L, kFields, field) == LUA_TSTRING) text = lua_tostring(L, -1);
    lua_pop(L, 1);
  };
  plot.plot.shade_name = "shade";
  read_text("title", plot.plot.title);
  read_text("subtitle", plot.plot.subtitle);
  read_text("shade_name", plot.plot.shade_name);
  plot.has_x = read_axis(L, "x", plot.plot.across);
  plot.has_y = read_axis(L, "y", plot.plot.up);
  read_over(L);
  if (!plot.has_x) throw RequestError("a plot needs x = { name, low, high }, or a table to lie over");
}

/// The number as a script writes it: an integer where it is whole.
void push_coordinate(lua_State* L, double value) {
  lua_Integer whole = 0;
  if (lua_numbertointeger(std::floor(value), &whole) && std::floor(value) == value) lua_pushinteger(L, whole);
  else lua_pushnumber(L, value);
}

/// Makes the cell at (x, y) what the value on top says: a shade, an outcome, or nothing.
void colour_cell(lua_State* L, Plot::Cell& cell) {
  switch (lua_type(L, -1)) {
    case LUA_TNIL: return;
    case LUA_TNUMBER: cell.shade = lua_tonumber(L, -1); return;
    case LUA_TSTRING: {
      const std::string_view name = text_at(L, -1);
      if (name == "P") cell.outcome = Outcome::P;
      else if (name == "N") cell.outcome = Outcome::N;
      else if (name == "draw") cell.outcome = Outcome::draw;
      else throw RequestError(fmt::format("shade returned '{}', expected a number, \"P\", \"N\", \"draw\" or nil", name));
      return;
    }
    default:
      throw RequestError(
          fmt::format("shade returned {}, expected a number, \"P\", \"N\", \"draw\" or nil", luaL_typename(L, -1)));
  }
}

Plot::Cell cell_of(const Game& game, const Table& table, std::uint64_t index, std::uint32_t most) {
  Plot::Cell cell;
  if (!table.valid(index)) return cell;
  if (table.kind == ValueKind::outcome) cell.outcome = table.outcome(index);
  else cell.colour = cell_colour(table, index, game.rules->play(), most);
  return cell;
}

/// The map: the table's cells, and on them what the function `shade` says.
void fill_map(lua_State* L) {
  PlotDraft& plot = draft(L);
  Plot& drawn = plot.plot;
  const bool shaded = lua_getfield(L, kFields, "shade") != LUA_TNIL;
  if (shaded && !lua_isfunction(L, -1)) throw RequestError("shade is a function of x and y");
  if (!shaded && !plot.table) return;
  if (!plot.has_y) throw RequestError("a plot with shades needs y = { name, low, high }");
  const double columns = std::floor(drawn.across.high) - std::ceil(drawn.across.low) + 1;
  const double rows = std::floor(drawn.up.high) - std::ceil(drawn.up.low) + 1;
  const auto most_cells = static_cast<double>(kMostCells);
  if (!(columns >= 1 && rows >= 1 && columns <= most_cells && rows <= most_cells))
    throw RequestError(fmt::format("a map has at most {} cells along a side", kMostCells));
  drawn.across.low = std::ceil(drawn.across.low);
  drawn.across.high = drawn.across.low + columns - 1;
  drawn.up.low = std::ceil(drawn.up.low);
  drawn.up.high = drawn.up.low + rows - 1;
  const auto width = static_cast<std::size_t>(columns), height = static_cast<std::size_t>(rows);
  drawn.cells.resize(width * height);
  const std::uint32_t most = plot.table ? greatest_value(*plot.table) : 0;
  const int function = lua_gettop(L);
  for (std::size_t row = 0; row < height; ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      Plot::Cell& cell = drawn.cells[row * width + column];
      if (plot.table)
        cell = cell_of(*plot.game, *plot.table, column * plot.table->box.stride(0) + row * plot.table->box.stride(1), most);
      if (!shaded) continue;
      lua_pushvalue(L, function);
      push_coordinate(L, drawn.across.low + static_cast<double>(column));
      push_coordinate(L, drawn.up.low + static_cast<double>(row));
      lua_call(L, 2, 1);
      colour_cell(L, cell);
      lua_pop(L, 1);
    }
  }
}

/// How a curve is followed.
struct CurveRequest {
  bool along_y = false, dots = false;
  double from = 0, to = 0;
};

/// Reads { name, f, along =, dots =, from =, to = } on top of the stack; its name is then that of the last curve.
CurveRequest read_curve(lua_State* L) {
  static const std::array<std::string, 4> kKnown = {"along", "dots", "from", "to"};
  PlotDraft& plot = draft(L);
  const int curve = lua_gettop(L);
  if (!lua_istable(L, curve))
    throw RequestError("a curve is a name and a function: { \"n squared\", function(x) return x * x end }");
  check_fields(L, curve, kKnown, "a curve");
  lua_rawgeti(L, curve, 1);
  lua_rawgeti(L, curve, 2);
  if (lua_type(L, -2) != LUA_TSTRING || !lua_isfunction(L, -1))
    throw RequestError("a curve is a name and a function: { \"n squared\", function(x) return x * x end }");
  plot.plot.curves.push_back({lua_tostring(L, -2), {}, true});
  CurveRequest curve_request;
  if (lua_getfield(L, curve, "along") == LUA_TSTRING) curve_request.along_y = std::string_view(lua_tostring(L, -1)) == "y";
  lua_getfield(L, curve, "dots");
  curve_request.dots = lua_toboolean(L, -1) != 0;
  if (curve_request.along_y && !plot.has_y) throw RequestError("a curve along y needs y = { name, low, high }");
  const Plot::Axis& axis = curve_request.along_y ? plot.plot.up : plot.plot.across;
  curve_request.from = lua_getfield(L, curve, "from") == LUA_TNUMBER ? lua_tonumber(L, -1) : axis.low;
  curve_request.to = lua_getfield(L, curve, "to") == LUA_TNUMBER ? lua_tonumber(L, -1) : axis.high;
  plot.plot.curves.back().joined = !curve_request.dots;
  constexpr double kMostDots = 1e6;
  if (curve_request.dots && !(curve_request.to - curve_request.from <= kMostDots))
    throw RequestError("a curve has more than a million dots");
  lua_settop(L, curve + 2);
  return curve_request;
}

/// Follows the curve on top of the stack.
void follow_curve(lua_State* L) {
  const CurveRequest curve_request = read_curve(L);
  const int function = lua_gettop(L);
  const double first = curve_request.dots ? std::ceil(curve_request.from) : curve_request.from;
  const double step = curve_request.dots ? 1 : (curve_request.to - curve_request.from) / kSamplesOfCurve;
  const int count =
      curve_request.dots ? static_cast<int>(std::max(0.0, std::floor(curve_request.to) - first + 1)) : kSamplesOfCurve + 1;
  for (int i = 0; i < count; ++i) {
    const double at = first + i * step;
    lua_pushvalue(L, function);
    if (curve_request.dots) push_coordinate(L, at);
    else lua_pushnumber(L, at);
    lua_call(L, 1, 1);
    const double value = lua_isnumber(L, -1) != 0 ? lua_tonumber(L, -1) : std::nan("");
    lua_pop(L, 1);
    draft(L).plot.curves.back().points.push_back(curve_request.along_y ? shape::Dots::Point{value, at}
                                                                       : shape::Dots::Point{at, value});
  }
}

/// The range of what the curves reach, and a little more.
void choose_y(Plot& plot) {
  double least = std::numeric_limits<double>::infinity(), greatest = -least;
  for (const Plot::Curve& curve : plot.curves) {
    for (const auto& [x, y] : curve.points) {
      if (!std::isfinite(y)) continue;
      least = std::min(least, y);
      greatest = std::max(greatest, y);
    }
  }
  if (least > greatest) throw RequestError("none of the curves has a value");
  const double margin = greatest > least ? (greatest - least) / 20 : 1;
  plot.up = {"", least - margin, greatest + margin};
}

void save(const PlotDraft& plot) {
  const Picture picture = plot_picture(plot.plot);
  const std::unique_ptr<Output> out = open_output(plot.path);
  write_picture(*out, *format_of_file(plot.path), picture);
  out->finish();
}

}  // namespace

int draw_plot(lua_State* L) {
  lua_settop(L, 2);
  std::unique_ptr<PlotDraft>& place = push_object<PlotDraft>(L);
  lua_insert(L, kDraft);
  place = std::make_unique<PlotDraft>();
  luaL_checkstack(L, 16, "a plot");
  read_fields(L);
  fill_map(L);
  lua_settop(L, kFields);
  if (lua_getfield(L, kFields, "curves") != LUA_TNIL) {
    if (!lua_istable(L, -1)) throw RequestError("curves is a list of curves");
    const auto count = static_cast<lua_Integer>(lua_rawlen(L, -1));
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(L, kFields + 1, i);
      follow_curve(L);
      lua_settop(L, kFields + 1);
    }
  }
  if (!draft(L).has_y) choose_y(draft(L).plot);
  save(draft(L));
  return 0;
}

}  // namespace bouton::lua
