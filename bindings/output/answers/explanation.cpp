#include "bindings/output/answers/explanation.h"

#include <fmt/format.h>

#include "bindings/output/formats/text.h"

namespace bouton {
namespace {

std::vector<std::string> findings(const Explanation& explanation, Remedy remedy) {
  std::vector<std::string> sentences = explanation.findings;
  if (explanation.limit) sentences.push_back("The look ended at a limit: " + message_with(remedy, *explanation.limit));
  return sentences;
}

}  // namespace

void write_text(Sink& out, const Game& game, const Explanation& explanation, Remedy remedy, std::size_t width) {
  const auto say = [&](std::string_view head, std::string_view prose) { out.write(hanging(head, prose, width)); };
  out.print("{}: {}\n", game.name, game.title);
  for (const std::string& finding : findings(explanation, remedy)) say("  ", finding);
  for (const std::string& line : explanation.program) out.print("    {}\n", line);
  if (!explanation.shape.empty()) say("  ", fmt::format("Shape: {}.", explanation.shape));
  for (const Explanation::Answer& answer : explanation.answers) {
    out.print("{}: {}\n", answer.question, answer.way);
    say("  why   ", answer.reason);
    if (!answer.cost.empty()) say("  cost  ", answer.cost);
    for (const Explanation::Declined& way : answer.declined) say("  not   ", fmt::format("{}: {}", way.way, way.reason));
  }
  for (const std::string& advice : explanation.advice) say("To be faster: ", advice);
}

Json to_json(const Game& game, const Explanation& explanation, Remedy remedy) {
  Json json;
  json["game"] = game.name;
  json["findings"] = findings(explanation, remedy);
  json["program"] = explanation.program;
  json["shape"] = explanation.shape;
  json["answers"] = Json::array();
  for (const Explanation::Answer& answer : explanation.answers) {
    Json declined = Json::array();
    for (const Explanation::Declined& way : answer.declined) declined.push_back({{"way", way.way}, {"reason", way.reason}});
    json["answers"].push_back({{"question", answer.question},
                               {"way", answer.way},
                               {"reason", answer.reason},
                               {"cost", answer.cost},
                               {"declined", std::move(declined)}});
  }
  json["advice"] = explanation.advice;
  return json;
}

}  // namespace bouton
