#include "bindings/output/csv.h"

#include "bindings/output/text.h"

namespace bouton {
namespace {

std::string joined(const std::vector<BigPosition>& positions) {
  std::string text;
  for (const BigPosition& position : positions) {
    if (!text.empty()) text += ' ';
    text += to_string(position);
  }
  return text;
}

std::vector<std::string> value_fields(const Value& value) {
  return {std::string(name(value.outcome)), value.grundy ? value.grundy->text() : "",
          value.remoteness ? std::to_string(*value.remoteness) : ""};
}

void append(std::vector<std::string>& fields, std::vector<std::string> more) {
  for (std::string& field : more) fields.push_back(std::move(field));
}

void write_all_moves(Sink& out, const Solution& solution) {
  write_csv_row(out, {"component", "label", "to", "outcome", "grundy", "remoteness"});
  for (const MoveValue& move : *solution.moves) {
    std::vector<std::string> fields = {std::to_string(move.move.component), move.move.label, joined(move.move.to)};
    append(fields, value_fields(move.value));
    write_csv_row(out, fields);
  }
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

void write_csv_row(Sink& out, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out.write(",");
    out.write(csv_field(fields[i]));
  }
  out.write("\n");
}

void write_csv(Sink& out, const Table& table, const std::vector<std::string>& coordinates) {
  std::vector<std::string> header = coordinates;
  header.emplace_back(name(table.kind));
  write_csv_row(out, header);
  Position position = table.box.low();
  for (std::uint64_t i = 0; i < table.box.size(); ++i, table.box.next(position)) {
    for (const Coordinate coordinate : position) out.print("{},", coordinate);
    if (table.valid(i)) out.write(csv_field(cell_text(table, i)));
    out.write("\n");
  }
}

void write_csv_position(Sink& out, PositionView position) {
  out.write(to_string(position));
  out.write("\n");
}

void write_csv(Sink& out, const Solution& solution) {
  if (solution.moves) {
    write_all_moves(out, solution);
    return;
  }
  write_csv_row(out, {"game", "position", "play", "outcome", "grundy", "remoteness", "winning_moves"});
  std::vector<BigPosition> positions;
  for (const Component& component : solution.sum) positions.push_back(component.position);
  std::vector<std::string> fields = {game_names(solution), joined(positions),
                                     std::string(play_name(solution.game_of(0).rules->play()))};
  append(fields, value_fields(solution.answer.value));
  std::string moves;
  for (const Move& move : solution.answer.winning_moves) {
    if (!moves.empty()) moves += "; ";
    if (solution.sum.size() > 1) moves += fmt::format("{}: ", move.component);
    moves += joined(move.to);
  }
  fields.push_back(moves);
  write_csv_row(out, fields);
}

}  // namespace bouton
