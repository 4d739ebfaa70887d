#include "bindings/output/report/report_document.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/output/answers/discovery.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/values/page.h"
#include "bindings/output/values/text.h"
#include "engine/image/charts/captions.h"
#include "engine/image/charts/sequence_picture.h"
#include "engine/image/charts/table_picture.h"
#include "engine/image/position/position_picture.h"
#include "engine/rules/blocking.h"
#include "engine/study/sequence/heap_run.h"

namespace bouton {
namespace {

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{} of {} ({:.0f} %)", part, whole, 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string with_capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

class ReportWriter {
 public:
  ReportWriter(const Report& report, const Budget& budget) : report_(report), game_(*report.games[0]), budget_(budget) {}

  Document document() {
    document_.title = title_of(game_);
    document_.subtitle = game_.source;
    add_rules();
    add_position();
    add_map();
    add_lost();
    add_discovery();
    add_balance();
    add_beginners();
    add_left_out();
    add_exercises();
    return std::move(document_);
  }

 private:
  template <class Block>
  void add(Block block) {
    document_.blocks.emplace_back(std::in_place_type<Block>, std::move(block));
  }
  void heading(std::string text) { add(Document::Heading{std::move(text)}); }
  void say(std::string text) { add(Document::Paragraph{std::move(text)}); }

  void add_rules() {
    heading("The rules");
    for (const std::string& line : lines_of(game_.description))
      if (!line.empty()) say(line);
    if (game_.description.empty()) say("The rule file does not state the rules in words.");
    const std::string convention(play_text(play_as_written(*game_.rules)));
    if (const std::size_t colon = convention.find(": "); colon != std::string::npos)
      say(fmt::format("Play is {}.", convention));
    else say(with_capital(convention) + ".");
    if (const std::string blocking = blocking_text(*game_.rules); !blocking.empty())
      say(fmt::format("Blocking: {}; the player to move takes one of the others.", blocking));
    std::vector<std::vector<std::string>> rows;
    for (const Parameter& parameter : game_.parameters)
      if (!std::holds_alternative<Parameter::Function>(parameter.value) || parameter.given)
        rows.push_back({fmt::format("{} = {}", parameter.name, to_string(parameter.value)), parameter.doc});
    if (!rows.empty()) add(Document::Rows{std::move(rows)});
  }

  /// A drawing where the position has one, else what the game shows where that is more than a line.
  void add_drawing(const Sum& sum) {
    std::vector<std::string> shown;
    for (const Component& component : sum)
      for (std::string& line : lines_of(show_position(*report_.games[component.game], component.position)))
        shown.push_back(std::move(line));
    if (std::optional<Picture> picture = position_picture(report_.games, sum)) {
      add(Document::Figure{*std::move(picture), std::move(shown), 0.7});
      return;
    }
    if (shown.size() > sum.size()) add(Document::Lines{std::move(shown)});
  }

  void add_reason(const Reason& reason) {
    for (const Reason::Paragraph& paragraph : reason.paragraphs) {
      if (paragraph.table.empty()) say(paragraph.prose);
      else add(Document::Rows{paragraph.table});
    }
  }

  void add_position() {
    constexpr std::size_t kLong = 40;
    const std::string where = line_of(report_.games, report_.position);
    const bool is_short = where.size() <= kLong && game_.rules->domain().shape() == nullptr;
    heading(is_short ? fmt::format("Who wins at {}, and how", where) : "Who wins, and how");
    if (!is_short) say(fmt::format("The position: {}", where));
    add_drawing(report_.position);
    add_reason(report_.reason);
  }

  void add_map() {
    if (!report_.map) return;
    const ReportMap& map = *report_.map;
    heading("A map");
    TextSink text;
    std::optional<Picture> picture;
    if (map.is_sequence) {
      std::optional<Period> period;
      if (map.table.kind == ValueKind::grundy) period = period_of(game_, map.table, Budget{});
      if (period && !period->proved) period.reset();
      picture = sequence_picture(game_, map.table, "n", "", period);
      write_sequence_text(text, map.table, 80);
    } else {
      picture = table_picture(game_, map.table, "");
      write_text(text, map.table, game_.rules->domain(), Page(80));
    }
    say(map_caption(map));
    add(Document::Figure{*std::move(picture), lines_of(text.text()), map.is_sequence ? 1.0 : 0.85});
  }

  std::string map_caption(const ReportMap& map) const {
    const Box& box = map.table.box;
    const std::string circumstance = circumstances(game_, box);
    std::string text = map.table.kind == ValueKind::grundy
                           ? "Grundy values: the least number that no option has; 0 where the player to move loses."
                           : "Outcomes: P where the player to move loses, N where that player wins.";
    if (!circumstance.empty()) text += fmt::format(" Here {}.", circumstance);
    return text + (map.is_sequence ? "" : " The first coordinate runs to the right, the second upwards.");
  }

  void add_lost() {
    if (!report_.map) return;
    const ReportMap& map = *report_.map;
    heading("Positions that the player to move loses");
    if (map.lost.empty()) {
      say("There is none among the small ones.");
      return;
    }
    std::vector<std::string> texts;
    for (const Position& position : map.lost) {
      const std::string text = position_text(game_, widen(position));
      texts.push_back(position.size() > 1 ? "(" + text + ")" : text);
    }
    say(joined(texts, ", ") + (map.all_are_listed ? "." : ", ..."));
    std::string box;
    for (std::size_t i = 0; i < map.lost_box.dimensions(); ++i)
      if (map.lost_box.length(i) > 1)
        box += fmt::format("{}{} up to {}", box.empty() ? "" : " and ", game_.rules->domain().coordinate_name(i),
                           map.lost_box.high()[i]);
    say(fmt::format("With {}, {} of {} positions are lost.", box, map.lost_count, map.lost_box.size()));
  }

  void add_discovery() {
    if (!report_.discovery) return;
    const DiscoveryAnswer answer = discovery_answer(game_, *report_.discovery, budget_);
    const Json json = to_json(answer);
    std::vector<std::vector<std::string>> rows;
    const auto fact = [&](const char* head, const Json& one, const std::string& more) {
      const std::string statement = one["statement"].get<std::string>();
      std::string where = one["where"].is_string() ? one["where"].get<std::string>() + ": " : "";
      if (statement.starts_with(where)) where.clear();
      rows.push_back({head, where + statement + more});
    };
    for (const Json& theorem : json["theorems"]) fact("proved", theorem, ".");
    constexpr std::size_t kMost = 4;
    std::size_t conjectures = 0;
    for (const Json& conjecture : json["conjectures"]) {
      if (++conjectures > kMost) continue;
      fact("conjectured", conjecture, fmt::format(". Not proved; it holds up to {}.", text_of(conjecture["holds_to"])));
    }
    heading("What is known about all positions");
    if (rows.empty()) say("Nothing was proved, and no conjecture of a known kind fits the tables.");
    else add(Document::Rows{std::move(rows)});
    if (conjectures > kMost) say(fmt::format("bouton discover {} lists {} more.", game_.name, conjectures - kMost));
  }

  void add_balance() {
    const ReportBalance& balance = report_.balance;
    if (balance.starts.empty()) return;
    const std::uint64_t all = balance.starts.size();
    heading("What playing is like");
    std::vector<std::vector<std::string>> rows = {
        {"random starts that the first player wins", share_text(balance.wins_first, all)},
        {"that the second player wins", share_text(balance.wins_second, all)}};
    if (balance.draws > 0) rows.push_back({"drawn", share_text(balance.draws, all)});
    if (const auto& length = balance.length; length.known > 0)
      rows.push_back({"moves until the end, with best play",
                      fmt::format("{:.1f} on average, from {} to {}", length.mean, length.least, length.greatest)});
    if (report_.moves_by_chance)
      rows.push_back({"moves until the end, at random", fmt::format("{:.1f} on average", *report_.moves_by_chance)});
    if (const auto& choices = balance.choices; choices.known > 0) {
      rows.push_back(
          {"winning moves, if there are any", fmt::format("{:.1f} of {:.1f} on average", choices.winning, choices.moves)});
      rows.push_back({"starts with only one winning move", share_text(choices.only_one, choices.known)});
    }
    add(Document::Rows{std::move(rows)});
    say("Random starts are about as large as the position above; the winner hurries and the loser stalls.");
  }

  void add_beginners() {
    if (report_.beginners.empty()) return;
    heading("How often a beginner wins");
    say("The beginner moves first at a random start that can be won; the opponent never errs.");
    std::vector<std::vector<std::string>> rows = {{"beginner", "wins", "moves in a game"}};
    for (const ReportBeginner& beginner : report_.beginners)
      rows.push_back(
          {words_of_player(beginner.player), share_text(beginner.wins, beginner.games), fmt::format("{:.1f}", beginner.moves)});
    add(Document::Rows{std::move(rows), true});
  }

  static std::string words_of_player(const std::string& player) {
    if (player == "random") return "any move, at random";
    return fmt::format("level {}: the best move {} times of 10", player.substr(6), player.substr(6));
  }

  void add_left_out() {
    if (report_.left_out.empty()) return;
    heading("Left out");
    for (const std::string& sentence : report_.left_out) say(sentence);
  }

  void add_exercises() {
    if (report_.exercises.empty()) return;
    add(Document::PageBreak{});
    heading("Exercises");
    say("Who wins, the player to move or the other? If the player to move wins, which moves win?");
    for (std::size_t i = 0; i < report_.exercises.size(); ++i) {
      say(fmt::format("{}.  {}", i + 1, line_of(report_.games, report_.exercises[i].start.sum)));
      add_drawing(report_.exercises[i].start.sum);
    }
    add(Document::PageBreak{});
    for (std::size_t i = 0; i < report_.exercises.size(); ++i) add_solution(i);
  }

  void add_solution(std::size_t i) {
    constexpr std::size_t kMost = 12;
    const ReportExercise& exercise = report_.exercises[i];
    const Sum& sum = exercise.start.sum;
    const std::vector<Move>& winning = exercise.start.answer.winning_moves;
    heading(fmt::format("Solution {}", i + 1));
    std::string text = fmt::format("{}. ", line_of(report_.games, sum));
    if (winning.empty()) {
      text += exercise.start.answer.value.outcome == Outcome::P ? "The other player wins, whatever the player to move does."
                                                                : "Nobody can force a win.";
    } else {
      std::vector<std::string> moves;
      for (std::size_t k = 0; k < std::min(kMost, winning.size()); ++k)
        moves.push_back(line_of(report_.games, sum, winning[k]));
      text +=
          fmt::format("The player to move wins by {} of {} move{}: {}{}.", winning.size(), exercise.start.moves,
                      exercise.start.moves == 1 ? "" : "s", joined(moves, "; "), winning.size() > kMost ? "; and more" : "");
    }
    say(std::move(text));
    add_reason(exercise.reason);
  }

  const Report& report_;
  const Game& game_;
  const Budget& budget_;
  Document document_;
};

}  // namespace

Document document_of(const Report& report, const std::string& footer, const std::string& provenance, const Budget& budget) {
  Document document = ReportWriter(report, budget).document();
  document.footer = footer;
  document.provenance = provenance;
  return document;
}

}  // namespace bouton
