#include "bindings/output/answers/position_list.h"

#include "bindings/output/formats/json.h"

namespace bouton {

void write_csv_position(Sink& out, PositionView position) {
  out.write(to_string(position));
  out.write("\n");
}

void write_json(Sink& out, const PositionList& positions, const Box& box, std::string_view game) {
  out.print(R"({{"game":{},"low":{},"high":{},"count":{})", text_of(game), text_of(to_json(PositionView(box.low()))),
            text_of(to_json(PositionView(box.high()))), positions.count);
  out.write(",\"positions\":[");
  for (std::size_t i = 0; i < positions.count; ++i) {
    if (i > 0) out.write(",");
    out.write(text_of(to_json(positions[i])));
  }
  out.write("]}\n");
}

}  // namespace bouton
