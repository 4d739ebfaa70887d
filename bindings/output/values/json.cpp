#include "bindings/output/formats/json.h"
#include "bindings/output/values/period_json.h"

#include "bindings/output/values/values.h"

namespace bouton {
namespace {

std::string cell_json(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return "null";
  switch (table.kind) {
    case ValueKind::grundy:
      return table.cells[index] == Table::kInfinite ? text_of(to_json(table.nimber(index)))
                                                    : std::to_string(table.cells[index]);
    case ValueKind::outcome: return fmt::format("\"{}\"", letter(table.outcome(index)));
    case ValueKind::remoteness:
    case ValueKind::suspense:
    case ValueKind::longest: {
      const std::optional<Remoteness> remoteness = table.remoteness(index);
      return remoteness ? std::to_string(*remoteness) : "null";
    }
  }
  return "null";
}

void write_cells(Sink& out, const Table& table) {
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    if (i > 0) out.write(",");
    out.write(cell_json(table, i));
  }
}

/// {"game","value","low","high","shape","data"}; null where a position is not valid or a remoteness infinite.
void write_table(Sink& out, const Table& table, std::string_view game) {
  Json shape = Json::array();
  for (std::size_t i = 0; i < table.box.dimensions(); ++i) shape.push_back(table.box.length(i));
  out.print(R"({{"game":{},"value":"{}","low":{},"high":{},"shape":{},"data":[)", text_of(game), name(table.kind),
            text_of(to_json(PositionView(table.box.low()))), text_of(to_json(PositionView(table.box.high()))), text_of(shape));
  write_cells(out, table);
  out.write("]}\n");
}

/// {"game","low","values","period"}, of a table of one dimension; `period` counts from its first cell.
void write_sequence(Sink& out, const Values& values) {
  out.print(R"({{"game":{},"low":{},)", text_of(values.game.name), text_of(to_json(values.table.box.low()[0])));
  if (!values.only_period) {
    out.write("\"values\":[");
    write_cells(out, values.table);
    out.write("],");
  }
  out.print("\"period\":{}}}\n", text_of(period_json(values.period)));
}

}  // namespace

Json period_json(const std::optional<Period>& period) {
  if (!period) return Json();
  Json json;
  json["preperiod"] = period->preperiod;
  json["period"] = period->period;
  json["saltus"] = period->saltus;
  json["proved"] = period->proved;
  json["theorem"] = period->theorem.empty() ? Json() : Json(period->theorem);
  json["checked_to"] = period->checked_to;
  return json;
}

void write_json(Sink& out, const Values& values) {
  if (values.is_sequence) write_sequence(out, values);
  else write_table(out, values.table, values.game.name);
}

}  // namespace bouton
