#include <algorithm>

#include <fmt/format.h>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "bindings/output/values/period_json.h"
#include "bindings/output/values/values.h"
#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/base/errors.h"
#include "engine/image/charts/cell_colour.h"
#include "engine/image/palette.h"
#include "engine/study/sequence/study.h"

namespace bouton::web {
namespace {

std::map<std::size_t, Coordinate> fixed_coordinates(const Game& game, const Json& row) {
  std::map<std::size_t, Coordinate> fixed;
  for (const auto& [name, value] : row.items()) {
    const std::optional<std::size_t> axis = game.rules->domain().find(name);
    if (!axis) throw RequestError(fmt::format("{} has no coordinate '{}'", game.name, name));
    fixed[*axis] = integer_in(row, name.c_str());
  }
  return fixed;
}

HeapRun sequence_of(Desk& desk, const std::shared_ptr<const Game>& game, const Json& request) {
  SequenceRequest wanted{
      .last = integer_in(request, "last"), .kind = kind_in(request, *game), .period = request.value("period", false)};
  if (request.contains("row")) wanted.row = fixed_coordinates(*game, member(request, "row"));
  return find_sequence(*game, *desk.solver({game}), wanted, desk.budget());
}

std::uint32_t number_of(Colour colour) {
  return static_cast<std::uint32_t>(colour.red) << 16 | static_cast<std::uint32_t>(colour.green) << 8 | colour.blue;
}

template <class At>
Json ramp(At at) {
  constexpr int kSteps = 255;
  Json list = Json::array();
  for (int i = 0; i <= kSteps; ++i) list.push_back(number_of(at(static_cast<double>(i) / kSteps)));
  return list;
}

}  // namespace

Json fill_table(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  const Box box = box_in(request, *game);
  Table table = desk.solver({game})->table(box, kind_in(request, *game));
  Json answer;
  answer["value"] = name(table.kind);
  answer["low"] = to_json(PositionView(box.low()));
  answer["high"] = to_json(PositionView(box.high()));
  answer["names"] = coordinate_names(game->rules->domain(), box.dimensions());
  answer["most"] = greatest_value(table);
  cells = std::move(table.cells);
  return answer;
}

Json fill_sequence(Desk& desk, const Json& request, std::vector<std::uint32_t>& cells) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  HeapRun sequence = sequence_of(desk, game, request);
  Json answer;
  answer["value"] = name(sequence.values.kind);
  answer["low"] = to_json(Coordinate{sequence.values.box.low()[0]});
  answer["most"] = greatest_value(sequence.values);
  answer["period"] = period_json(sequence.period);
  cells = std::move(sequence.values.cells);
  return answer;
}

Json write_values(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const std::shared_ptr<const Game> game = desk.game(member(request, "game"));
  const std::string wanted = text_in(request, "format");
  const std::optional<Format> format = parse_format(wanted);
  if (!format) throw RequestError(fmt::format("there is no format '{}'", wanted));
  const bool is_sequence = request.contains("last");
  HeapRun found;
  if (is_sequence) found = sequence_of(desk, game, request);
  else found.values = desk.solver({game})->table(box_in(request, *game), kind_in(request, *game));
  TextSink text;
  bouton::write_values(text, *format,
                       {.game = *game,
                        .table = found.values,
                        .page = Page(0, ColourDepth::none, game->rules->play()),
                        .is_sequence = is_sequence,
                        .period = found.period});
  return {{"text", text.text()}};
}

Json colours(Desk& /*desk*/, const Json& /*request*/, std::vector<std::uint32_t>& /*cells*/) {
  Json answer;
  answer["P"] = number_of(palette::of_outcome(Outcome::P));
  answer["N"] = number_of(palette::of_outcome(Outcome::N));
  answer["draw"] = number_of(palette::of_outcome(Outcome::draw));
  answer["infinite"] = number_of(palette::kInfinite);
  answer["nothing"] = number_of(palette::kNothing);
  answer["sequential"] = ramp([](double place) { return palette::sequential(place); });
  answer["shadesP"] = ramp([](double place) { return palette::shade(Outcome::P, place); });
  answer["shadesN"] = ramp([](double place) { return palette::shade(Outcome::N, place); });
  return answer;
}

}  // namespace bouton::web
