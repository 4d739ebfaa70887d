#include "bindings/output/answers/match.h"

#include "bindings/output/formats/csv.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/formats/text.h"

namespace bouton {
namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string share_if_any(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{} of {}", part, whole);
}

/// How many games player `i` began: player 0 begins the even ones.
std::uint64_t games_begun(const MatchReport& report, std::size_t i) { return (report.result.games + 1 - i) / 2; }

}  // namespace

void write_text(Sink& out, const MatchReport& report) {
  const MatchResult& result = report.result;
  std::string start;
  const NamedPositions named = named_positions(report.games, report.start);
  if (report.drawn.empty()) {
    for (const Component& component : named.sum) start += " " + line_of(*named.games[component.game], component.position);
    if (named.compound != Compound::disjunctive) start += fmt::format(", {}", name(named.compound));
  } else start = fmt::format(" starts {}", report.drawn);
  out.print("{}{}: {} game{}, seed {}, {:.1f} moves each\n", game_names(report.games), start, result.games,
            result.games == 1 ? "" : "s", report.seed,
            result.games == 0 ? 0.0 : static_cast<double>(result.moves) / static_cast<double>(result.games));
  std::vector<std::vector<std::string>> rows = {
      {"player", "wins", "share", "95 % confidence", "moving first", "moving second"}};
  for (std::size_t i = 0; i < 2; ++i) {
    const MatchResult::Side& side = result.sides[i];
    const ConfidenceInterval interval = confidence(side.wins(), result.games);
    const std::uint64_t begun = games_begun(report, i);
    rows.push_back({report.players[i], std::to_string(side.wins()),
                    percent(static_cast<double>(side.wins()) / static_cast<double>(result.games)),
                    fmt::format("{} to {}", percent(interval.low), percent(interval.high)),
                    share_if_any(side.wins_moving_first, begun), share_if_any(side.wins_moving_second, result.games - begun)});
  }
  out.write(aligned(rows));
  if (result.draws > 0) out.print("{} game{} drawn\n", result.draws, result.draws == 1 ? " was" : "s were");
}

void write_csv(Sink& out, const MatchReport& report) {
  write_csv_row(out, {"player", "games", "wins", "wins_moving_first", "wins_moving_second", "draws", "share", "low", "high"});
  for (std::size_t i = 0; i < 2; ++i) {
    const MatchResult::Side& side = report.result.sides[i];
    const ConfidenceInterval interval = confidence(side.wins(), report.result.games);
    const double share = static_cast<double>(side.wins()) / static_cast<double>(report.result.games);
    write_csv_row(out, {report.players[i], std::to_string(report.result.games), std::to_string(side.wins()),
                        std::to_string(side.wins_moving_first), std::to_string(side.wins_moving_second),
                        std::to_string(report.result.draws), fmt::format("{:.6f}", share), fmt::format("{:.6f}", interval.low),
                        fmt::format("{:.6f}", interval.high)});
  }
}

Json to_json(const MatchReport& report) {
  Json json;
  json["game"] = game_names(report.games);
  const NamedPositions named = named_positions(report.games, report.start);
  if (named.compound != Compound::disjunctive) json["sum"] = name(named.compound);
  json["start"] = Json::array();
  if (!report.drawn.empty()) {
    json["start"] = nullptr;
    json["starts"] = report.drawn;
  } else if (named.sum.size() == 1) {
    json["start"] = position_json(*named.games[named.sum[0].game], named.sum[0].position);
  } else {
    for (const Component& component : named.sum)
      json["start"].push_back(position_json(*named.games[component.game], component.position));
  }
  json["games"] = report.result.games;
  json["seed"] = to_json(widen_unsigned(report.seed));
  json["players"] = Json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    const MatchResult::Side& side = report.result.sides[i];
    const ConfidenceInterval interval = confidence(side.wins(), report.result.games);
    Json player;
    player["name"] = report.players[i];
    player["wins"] = side.wins();
    player["wins_moving_first"] = side.wins_moving_first;
    player["wins_moving_second"] = side.wins_moving_second;
    player["interval"] = {interval.low, interval.high};
    json["players"].push_back(std::move(player));
  }
  json["draws"] = report.result.draws;
  json["moves"] = report.result.moves;
  return json;
}

}  // namespace bouton
