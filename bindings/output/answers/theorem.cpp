#include "bindings/output/answers/theorem.h"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/output/formats/words.h"

namespace bouton {
namespace {

std::string_view convention(Play play) {
  switch (play) {
    case Play::normal: return "normal play";
    case Play::misere: return "misère play";
    case Play::by_position: return "the convention that its terminal positions name";
  }
  return {};
}

std::string at_line(const Game& game, const Refusal& refusal) {
  if (refusal.line <= 0) return refusal.reason;
  return fmt::format("{} ({}:{})", refusal.reason, game.file, refusal.line);
}

void write_refusal(Sink& out, const TheoremAnswer& answer) {
  const Refusal& refusal = answer.report.formula ? answer.report.theorem.refusal() : answer.report.formula.refusal();
  out.print("  no theorem: {}\n", at_line(answer.game, refusal));
  if (answer.report.formula) out.print("  play ends, since {}\n", answer.report.formula->why_play_ends());
  for (const std::string& looked : answer.report.search.looked_at) out.print("  looked at  {}\n", looked);
}

std::string label_of(const Automaton& automaton, Letter letter) {
  std::vector<std::string> digits;
  for (std::size_t track = 0; track < automaton.tracks(); ++track)
    digits.push_back(std::to_string(automaton.digit(letter, track)));
  return fmt::format("{}", fmt::join(digits, ","));
}

}  // namespace

void write_text(Sink& out, const TheoremAnswer& answer) {
  out.print("{}\n", answer.game.name);
  if (!answer.report.theorem) {
    write_refusal(out, answer);
    return;
  }
  const Theorem& theorem = *answer.report.theorem;
  out.print("  proved, for positions of every size under {}\n", convention(answer.report.formula->play()));
  for (const TheoremSet& set : answer.sets)
    out.print("  {}: {}\n", set.name,
              set.words.empty() ? fmt::format("those whose digits an automaton of {} states accepts", set.automaton->states())
                                : set.words);
  out.print("  read as {}, most significant digit first; {} states\n", theorem.system.text(), [&] {
    std::size_t states = 0;
    for (const TheoremSet& set : answer.sets) states += set.automaton->states();
    return states;
  }());
  out.print("  play ends, since {}\n", answer.report.formula->why_play_ends());
  out.print("  learnt from positions up to {}, proved for all; {:.3f} s\n", answer.report.search.learnt_to, answer.seconds);
}

Json to_json(const TheoremAnswer& answer) {
  const TheoremReport& report = answer.report;
  Json json;
  json["game"] = answer.game.name;
  json["params"] = params_json(answer.game);
  json["play"] = play_name(answer.game.rules->play());
  json["proved"] = report.theorem.has_value();
  const Refusal* const refusal = report.theorem   ? nullptr
                                 : report.formula ? &report.theorem.refusal()
                                                  : &report.formula.refusal();
  json["reason"] = refusal == nullptr ? Json() : Json(refusal->reason);
  json["line"] = refusal == nullptr || refusal->line <= 0 ? Json() : Json(refusal->line);
  json["system"] = report.theorem ? Json(report.theorem->system.key()) : Json();
  json["sets"] = Json::array();
  for (const TheoremSet& set : answer.sets)
    json["sets"].push_back({{"name", set.name},
                            {"words", set.words.empty() ? Json() : Json(set.words)},
                            {"states", set.automaton->states()},
                            {"dot", to_dot(*set.automaton, set.name, answer.tracks)}});
  json["play_ends"] = report.formula ? Json(report.formula->why_play_ends()) : Json();
  json["learnt_to"] = report.search.learnt_to;
  json["looked_at"] = report.search.looked_at;
  json["steps"] = report.search.steps;
  json["seconds"] = answer.seconds;
  return json;
}

std::string to_dot(const Automaton& automaton, const std::string& name, const std::vector<std::string>& tracks) {
  std::string dot = fmt::format(
      "digraph \"{}\" {{\n  rankdir = LR;\n  label = \"{}: digits of {}\";\n  start [shape = none, label = \"\"];\n", name,
      name, fmt::join(tracks, ", "));
  for (std::size_t state = 0; state < automaton.states(); ++state)
    dot += fmt::format("  {} [shape = {}];\n", state,
                       automaton.accepting(static_cast<Automaton::State>(state)) ? "doublecircle" : "circle");
  dot += "  start -> 0;\n";
  for (std::size_t from = 0; from < automaton.states(); ++from) {
    std::map<Automaton::State, std::string> labels;
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      const Automaton::State to = automaton.next(static_cast<Automaton::State>(from), letter);
      if (to == Automaton::kNone) continue;
      std::string& label = labels[to];
      label += (label.empty() ? "" : " ") + label_of(automaton, letter);
    }
    for (const auto& [to, label] : labels) dot += fmt::format("  {} -> {} [label = \"{}\"];\n", from, to, label);
  }
  return dot + "}\n";
}

}  // namespace bouton
