#include "bindings/output/answers/explanation.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/output/formats/text.h"

namespace bouton {
namespace {

std::vector<std::string> findings(const Explanation& explanation, Remedy remedy) {
  std::vector<std::string> sentences = explanation.findings;
  if (explanation.limit)
    sentences.push_back("The look at the moves ended at a limit: " + message_with(remedy, *explanation.limit));
  return sentences;
}

/// What a step takes, in words: what is counted, and the estimate.
std::string cost_text(const Proposal& step) {
  std::string text = step.work;
  if (step.cost.seconds != Cost::kUnknown)
    text +=
        fmt::format("{}{}{}", text.empty() ? "" : "; ", step.open_ended ? "at most " : "", duration_text(step.cost.seconds));
  if (step.cost.bytes > 0) text += fmt::format(", {}", format_bytes(step.cost.bytes));
  return text;
}

/// When the step after one of this allowance begins.
std::string end_of(const Effort& allowance) {
  const Effort none;
  if (allowance.unlimited()) return "if that fails";
  if (allowance.options == none.options) return fmt::format("after {} positions", allowance.positions);
  return fmt::format("after {} positions or {} options", allowance.positions, allowance.options);
}

/// Whether the method of a step has had a turn before.
bool goes_on(const Explanation::Answer& answer, std::size_t i) {
  const auto begin = answer.steps.begin(), step = begin + static_cast<std::ptrdiff_t>(i);
  return std::find_if(begin, step, [&](const Proposal& earlier) { return earlier.method == step->method; }) != step;
}

/// Whether a step is one more turn of its method, and not its last one.
bool is_further_turn(const Explanation::Answer& answer, std::size_t i) {
  return goes_on(answer, i) && !answer.allowances[i].unlimited();
}

/// What is run where the steps before did not come to an end. A method that has had a turn before is said to go on.
std::vector<std::string> later_steps(const Explanation::Answer& answer) {
  std::vector<std::string> later, in_turns;
  const auto add_turns = [&] {
    if (!in_turns.empty()) later.push_back(fmt::format("in further turns, each worth more: {}", fmt::join(in_turns, ", ")));
    in_turns.clear();
  };
  for (std::size_t i = 1; i < answer.steps.size(); ++i) {
    const std::string method = title(answer.steps[i]);
    if (is_further_turn(answer, i)) {
      if (std::ranges::find(in_turns, method) == in_turns.end()) in_turns.push_back(method);
      continue;
    }
    const std::string when = in_turns.empty() ? end_of(answer.allowances[i - 1]) : "if all of them end without an answer";
    add_turns();
    later.push_back(fmt::format("{}: {}{}", when, method, goes_on(answer, i) ? " again, to its end" : ""));
  }
  add_turns();
  return later;
}

Json seconds_json(double seconds) { return seconds == Cost::kUnknown ? Json(nullptr) : Json(seconds); }

Json kernel_json(const Proposal& step) { return step.kernel ? Json(option_name(*step.kernel)) : Json(nullptr); }

Json answer_json(const Explanation::Answer& answer, Remedy remedy) {
  Json json{{"question", answer.question}, {"method", nullptr},         {"kernel", nullptr},
            {"reason", answer.reason},     {"seconds", nullptr},        {"bytes", nullptr},
            {"measured", nullptr},         {"declined", Json::array()}, {"then", Json::array()}};
  if (!answer.steps.empty()) {
    const Proposal& first = answer.steps.front();
    json["method"] = option_name(first.method);
    json["kernel"] = kernel_json(first);
    json["seconds"] = seconds_json(first.cost.seconds);
    json["bytes"] = first.cost.bytes;
    json["work"] = first.work;
  }
  for (std::size_t i = 1; i < answer.steps.size(); ++i)
    if (!is_further_turn(answer, i))
      json["then"].push_back({{"method", option_name(answer.steps[i].method)}, {"kernel", kernel_json(answer.steps[i])}});
  if (answer.measured)
    json["measured"] = {
        {"seconds", answer.measured->seconds}, {"bytes", answer.measured->bytes}, {"by", answer.measured->method}};
  if (answer.stopped) json["stopped"] = message_with(remedy, *answer.stopped);
  for (const Declined& declined : answer.declined)
    json["declined"].push_back({{"method", option_name(declined.method)}, {"reason", declined.reason}});
  return json;
}

}  // namespace

void write_text(Sink& out, const Game& game, const Explanation& explanation, Remedy remedy, std::size_t width) {
  const auto say = [&](std::string_view head, std::string_view prose) { out.write(hanging(head, prose, width)); };
  out.print("{}: {}\n", game.name, game.title);
  for (const std::string& finding : findings(explanation, remedy)) say("  ", finding);
  for (const std::string& line : explanation.program) out.print("    {}\n", line);
  if (!explanation.shape.empty()) say("  ", fmt::format("Shape: {}.", explanation.shape));
  for (const Explanation::Answer& answer : explanation.answers) {
    out.print("{}: {}\n", answer.question, answer.method());
    say("  why   ", answer.reason);
    if (!answer.steps.empty()) say("  cost  ", cost_text(answer.steps.front()));
    for (const std::string& later : later_steps(answer)) say("  then  ", later);
    if (answer.measured)
      say("  took  ", fmt::format("{}, {}, by {}", duration_text(answer.measured->seconds),
                                  format_bytes(answer.measured->bytes), answer.measured->method));
    if (answer.stopped) say("  stop  ", message_with(remedy, *answer.stopped));
    for (const Declined& declined : answer.declined)
      say("  not   ", fmt::format("{}: {}", option_name(declined.method), declined.reason));
  }
  for (const std::string& advice : explanation.advice) say("To be faster: ", advice);
}

Json to_json(const Game& game, const Explanation& explanation, Remedy remedy) {
  Json json;
  json["game"] = game.name;
  json["findings"] = findings(explanation, remedy);
  json["program"] = explanation.program;
  json["shape"] = explanation.shape;
  json["questions"] = Json::array();
  for (const Explanation::Answer& answer : explanation.answers) json["questions"].push_back(answer_json(answer, remedy));
  json["advice"] = explanation.advice;
  return json;
}

}  // namespace bouton
