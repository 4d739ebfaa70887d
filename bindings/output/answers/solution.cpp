#include "bindings/output/answers/solution.h"

#include <fmt/format.h>

#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "engine/rules/blocking.h"

namespace bouton {
namespace {

std::string_view meaning(Outcome outcome) {
  switch (outcome) {
    case Outcome::P: return "P, the player to move loses";
    case Outcome::N: return "N, the player to move wins";
    case Outcome::draw: return "draw, neither player can force a win";
  }
  return {};
}

/// The game of the first component.
const Game& first_game(const Solution& solution) {
  return solution.boxes.empty() ? solution.game_of(0) : *solution.games[solution.boxes[0].game];
}

/// "Grundy value and remoteness"; empty where nothing was left out.
std::string left_out(const Answer& answer) {
  std::string names;
  for (const ValueKind kind : answer.left_out) {
    if (!names.empty()) names += " and ";
    names += kind == ValueKind::grundy ? "Grundy value" : "remoteness";
  }
  return names;
}

/// "rests on independent (mine.lua:7), which is claimed and not proved"; empty where an answer rests on no such claim.
std::string claim_text(const Answer& answer) {
  return answer.claim.empty() ? "" : fmt::format("rests on {}, which is claimed and not proved", answer.claim);
}

/// A row for each component that a move of a compound changes; the first has the number.
std::vector<std::vector<std::string>> part_rows(const Solution& solution, std::size_t number, const Move& move) {
  const NamedPositions named = named_positions(solution.games, solution.sum);
  std::vector<std::vector<std::string>> rows;
  for (const MovePart& part : parts_of(solution.games, solution.sum, move)) {
    const Component& component = named.sum[part.component];
    const Game& game = *named.games[component.game];
    rows.push_back({rows.empty() ? std::to_string(number) : ""});
    if (named.sum.size() > 1) rows.back().push_back(fmt::format("in {} {}", game.name, line_of(game, component.position)));
    rows.back().push_back(part.label);
    rows.back().push_back("to " + line_of(game, part.to));
  }
  return rows;
}

std::vector<std::vector<std::string>> move_rows(const Solution& solution, std::size_t number, const Move& move) {
  if (compound_of(solution.games, solution.sum) != Compound::disjunctive) return part_rows(solution, number, move);
  const Game& game = solution.game_of(move.component);
  std::vector<std::string> row = {std::to_string(number)};
  if (solution.sum.size() > 1)
    row.push_back(fmt::format("in {} {}", game.name, line_of(game, solution.sum[move.component].position)));
  row.push_back(name_of(move));
  row.push_back("to " + line_of(game, move.to));
  return {row};
}

void write_moves(Sink& out, const Solution& solution, const std::vector<MoveValue>& moves) {
  std::vector<std::vector<std::string>> rows;
  std::size_t number = 0;
  for (const MoveValue& move : moves) {
    for (std::vector<std::string>& row : move_rows(solution, ++number, move.move)) rows.push_back(std::move(row));
    rows.back().push_back(std::string(1, letter(move.value.outcome)));
    if (move.value.grundy) rows.back().push_back("Grundy value " + move.value.grundy->text());
    if (move.value.remoteness) rows.back().push_back(fmt::format("remoteness {}", *move.value.remoteness));
  }
  out.print("moves, each with the value of what it leads to:{}\n", rows.empty() ? " none" : "");
  out.write(aligned(rows));
}

void write_counts(Sink& out, const MoveCounts& counts) {
  out.print("winning moves: {}\n", counts.all.get_str());
  std::vector<std::vector<std::string>> rows;
  for (const auto& [label, count] : counts.by_label)
    rows.push_back({count.get_str(), label.empty() ? "without a name" : label});
  if (rows.size() > 1 || (rows.size() == 1 && rows[0][1] != "without a name")) out.write(aligned(rows));
}

void write_winning_moves(Sink& out, const Solution& solution) {
  if (solution.counts) {
    write_counts(out, *solution.counts);
    return;
  }
  std::vector<std::vector<std::string>> rows;
  std::size_t number = 0;
  for (const Move& move : solution.answer.winning_moves)
    for (std::vector<std::string>& row : move_rows(solution, ++number, move)) rows.push_back(std::move(row));
  const bool complete = solution.answer.winning_moves_complete;
  out.print("winning moves:{}\n", rows.empty() && complete ? " none" : "");
  out.write(aligned(rows));
  if (complete) return;
  if (solution.answer.winning_moves_lack_memory)
    out.write("  and perhaps more: a list of them all takes more memory (--memory)\n");
  else if (solution.answer.winning_moves_given_up) out.write("  and perhaps more: to find them all takes too long\n");
  else out.write("  and more (--max-moves)\n");
}

/// Where options are forbidden before each move.
void write_forbidden(Sink& out, const Solution& solution) {
  const Answer& answer = solution.answer;
  if (!answer.forbid || answer.value.outcome == Outcome::N) return;
  std::vector<std::vector<std::string>> rows;
  std::size_t number = 0;
  for (const Move& move : *answer.forbid)
    for (std::vector<std::string>& row : move_rows(solution, ++number, move)) rows.push_back(std::move(row));
  out.print("the other player should forbid:{}\n", rows.empty() ? " nothing" : "");
  out.write(aligned(rows));
}

std::string joined(const Game& game, const std::vector<BigPosition>& positions) {
  std::string text;
  for (const BigPosition& position : positions) {
    if (!text.empty()) text += ' ';
    text += position_text(game, position);
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
    std::vector<std::string> fields = {std::to_string(move.move.component), name_of(move.move),
                                       joined(solution.game_of(move.move.component), move.move.to)};
    append(fields, value_fields(move.value));
    write_csv_row(out, fields);
  }
}

Json component_json(const Game& game, const BigPosition& position) {
  Json json;
  json["game"] = game.name;
  json["params"] = params_json(game);
  json["position"] = position_json(game, position);
  return json;
}

std::string line_of_boxes(const Games& games, const std::vector<ComponentBox>& boxes) {
  std::string text;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const bool same_game = i > 0 && boxes[i].game == boxes[i - 1].game;
    if (i > 0) text += same_game ? " " : " + ";
    if (!same_game) text += games[boxes[i].game]->name + " ";
    text += boxes[i].text();
  }
  return text;
}

Json boxes_json(const Games& games, const std::vector<ComponentBox>& boxes) {
  Json json;
  json["game"] = game_names(games);
  json["position"] = Json::array();
  json["components"] = Json::array();
  for (const ComponentBox& box : boxes) {
    const Game& game = *games[box.game];
    const Json position = box.is_one_position() ? position_json(game, box.low) : Json(box.text());
    json["position"].push_back(position);
    json["components"].push_back({{"game", game.name}, {"params", params_json(game)}, {"position", position}});
  }
  json["play"] = play_name(Play::normal);
  return json;
}

}  // namespace

Json to_json(const Games& games, const Sum& sum, const Move& move) {
  if (compound_of(games, sum) != Compound::disjunctive) {
    const Games& components = components_of(*games[sum[0].game]);
    Json json;
    json["parts"] = Json::array();
    for (const MovePart& part : parts_of(games, sum, move))
      json["parts"].push_back({{"component", part.component},
                               {"label", part.label.empty() ? Json() : Json(part.label)},
                               {"to", position_json(*components[part.component], part.to)}});
    return json;
  }
  const Game& game = *games[sum[move.component].game];
  Json json;
  json["component"] = move.component;
  json["label"] = move.label.empty() ? Json() : Json(move.label);
  if (move.kind != MoveKind::ordinary) json["kind"] = name(move.kind);
  json["to"] = Json::array();
  for (const BigPosition& position : move.to) json["to"].push_back(position_json(game, position));
  return json;
}

Json to_json(const Games& games, const Sum& sum) {
  if (const NamedPositions named = named_positions(games, sum); named.compound != Compound::disjunctive) {
    Json json = to_json(named.games, named.sum);
    json["sum"] = name(named.compound);
    return json;
  }
  Json json;
  json["game"] = game_names(games);
  json["position"] = Json::array();
  json["components"] = Json::array();
  for (const Component& component : sum) {
    json["position"].push_back(position_json(*games[component.game], component.position));
    json["components"].push_back(component_json(*games[component.game], component.position));
  }
  json["play"] = play_name(play_as_written(*games[sum[0].game]->rules));
  if (const std::uint64_t blocking = games[sum[0].game]->rules->blocking(); blocking > 0)
    json["blocking"] = to_json(static_cast<Coordinate>(blocking));
  if (const std::optional<std::size_t> obliged = obliged_component(sum)) json["obliged"] = *obliged;
  return json;
}

void write_text(Sink& out, const Solution& solution) {
  const Value& value = solution.answer.value;
  out.print("{}\n",
            solution.boxes.empty() ? line_of(solution.games, solution.sum) : line_of_boxes(solution.games, solution.boxes));
  std::vector<std::vector<std::string>> rows = {{"outcome", std::string(meaning(value.outcome))}};
  if (const std::optional<std::size_t> obliged = obliged_component(solution.sum); obliged && solution.sum.size() > 1) {
    const Game& game = solution.game_of(*obliged);
    rows.push_back({"obliged", fmt::format("to move in {} {}", game.name, line_of(game, solution.sum[*obliged].position))});
  }
  if (const Play play = play_as_written(*first_game(solution).rules); play != Play::normal)
    rows.push_back({"play", std::string(play_text(play))});
  if (const std::string blocking = blocking_text(*first_game(solution).rules); !blocking.empty())
    rows.push_back({"blocking", blocking});
  if (value.grundy) rows.push_back({"Grundy value", value.grundy->text()});
  if (value.remoteness) rows.push_back({"remoteness", std::to_string(*value.remoteness)});
  if (solution.suspense) rows.push_back({"suspense", std::to_string(*solution.suspense)});
  if (solution.longest)
    rows.push_back({"longest play", *solution.longest ? fmt::format("{} moves", **solution.longest) : "play need not end"});
  const std::string claim = claim_text(solution.answer);
  rows.push_back({"solver", claim.empty() ? solution.answer.solver : solution.answer.solver + "; " + claim});
  if (!solution.answer.theorem.empty()) rows.push_back({"theorem", solution.answer.theorem});
  for (const Fallback& fallback : solution.answer.fallbacks)
    rows.push_back({"fallback", fmt::format("from {}: {}", name(fallback.from), fallback.why)});
  if (const std::string names = left_out(solution.answer); !names.empty())
    rows.push_back({"left out", names + ", since it would take more than a second (--all, --value)"});
  out.write(aligned(rows));
  write_winning_moves(out, solution);
  write_forbidden(out, solution);
  if (solution.moves) write_moves(out, solution, *solution.moves);
}

void write_csv(Sink& out, const Solution& solution) {
  if (solution.moves) {
    write_all_moves(out, solution);
    return;
  }
  std::vector<std::string> head = {"game", "position", "play", "outcome", "grundy", "remoteness"};
  if (solution.suspense) head.emplace_back("suspense");
  if (solution.longest) head.emplace_back("longest");
  head.emplace_back("winning_moves");
  head.emplace_back("winning_moves_complete");
  write_csv_row(out, head);
  std::string positions;
  for (const Component& component : solution.sum)
    positions += (positions.empty() ? "" : " ") + position_text(*solution.games[component.game], component.position) +
                 (component.obliged ? "!" : "");
  std::vector<std::string> fields = {game_names(solution.games), positions,
                                     std::string(play_name(play_as_written(*solution.game_of(0).rules)))};
  append(fields, value_fields(solution.answer.value));
  if (solution.suspense) fields.push_back(std::to_string(*solution.suspense));
  if (solution.longest) fields.push_back(*solution.longest ? std::to_string(**solution.longest) : "");
  std::string moves;
  for (const Move& move : solution.answer.winning_moves) {
    if (!moves.empty()) moves += "; ";
    if (solution.sum.size() > 1) moves += fmt::format("{}: ", move.component);
    moves += joined(solution.game_of(move.component), move.to);
  }
  fields.push_back(moves);
  fields.emplace_back(solution.answer.winning_moves_complete ? "true" : "false");
  write_csv_row(out, fields);
}

Json to_json(const Solution& solution) {
  Json json = solution.boxes.empty() ? to_json(solution.games, solution.sum) : boxes_json(solution.games, solution.boxes);
  add_value(json, solution.answer.value);
  if (solution.suspense) json["suspense"] = *solution.suspense;
  if (solution.longest) json["longest"] = *solution.longest ? Json(**solution.longest) : Json();
  if (solution.counts) {
    json["winning_moves_count"] = {{"all", to_json(solution.counts->all)}, {"by_label", Json::object()}};
    for (const auto& [label, count] : solution.counts->by_label)
      json["winning_moves_count"]["by_label"][label] = to_json(count);
  } else {
    json["winning_moves"] = Json::array();
    for (const Move& move : solution.answer.winning_moves)
      json["winning_moves"].push_back(to_json(solution.games, solution.sum, move));
    json["winning_moves_complete"] = solution.answer.winning_moves_complete;
  }
  if (solution.games[0]->rules->blocking() > 0) {
    json["forbid"] = solution.answer.forbid ? Json::array() : Json();
    if (solution.answer.forbid)
      for (const Move& move : *solution.answer.forbid) json["forbid"].push_back(to_json(solution.games, solution.sum, move));
  }
  json["solver"] = solution.answer.solver;
  const std::string claim = claim_text(solution.answer);
  const bool both = !solution.answer.theorem.empty() && !claim.empty();
  const std::string grounds = solution.answer.theorem + (both ? "; " : "") + claim;
  if (!grounds.empty()) json["theorem"] = grounds;
  json["fallbacks"] = Json::array();
  for (const Fallback& fallback : solution.answer.fallbacks)
    json["fallbacks"].push_back({{"method", option_name(fallback.from)}, {"why", fallback.why}});
  json["left_out"] = Json::array();
  for (const ValueKind kind : solution.answer.left_out) json["left_out"].push_back(name(kind));
  if (solution.moves) {
    json["moves"] = Json::array();
    for (const MoveValue& move : *solution.moves) {
      json["moves"].push_back(to_json(solution.games, solution.sum, move.move));
      add_value(json["moves"].back(), move.value);
    }
  }
  return json;
}

}  // namespace bouton
