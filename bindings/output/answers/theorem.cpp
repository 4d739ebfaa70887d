#include "bindings/output/answers/theorem.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/theorems/automaton_dot.h"
#include "bindings/output/values/period_json.h"
#include "engine/heap/period/period.h"
#include "engine/image/automaton/automaton_picture.h"
#include "engine/rules/blocking.h"
#include "engine/theorem/forms/plain.h"

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

/// Where the guess is wrong, and how that shows.
void write_counterexample(Sink& out, const TheoremAnswer& answer, std::size_t width) {
  const GuessAnswer::Counterexample& wrong = *answer.guess->counterexample;
  const Game& game = answer.game;
  const auto said = [&](bool in_set) {
    const std::size_t value = answer.report.up_to_value;
    return value == 0 ? std::string(in_set ? "a P-position" : "no P-position")
                      : fmt::format("{} of Grundy value {}", in_set ? "a position" : "no position", value);
  };
  const std::string truth = wrong.value.grundy ? fmt::format("its Grundy value is {}", wrong.value.grundy->text())
                            : wrong.value.outcome == Outcome::P ? std::string("it is a P-position")
                                                                : std::string("it is no P-position");
  out.write(hanging("  the guess is wrong: ", answer.guess->guess, width));
  out.write(hanging(
      "  ",
      fmt::format("{}at {}: {}{}", wrong.least ? "first by the sum of the numbers, " : "",
                  position_text(game, widen(wrong.position)),
                  answer.report.up_to_value == kAllValues ? std::string()
                                                          : fmt::format("by the guess it is {}, and ", said(wrong.guessed)),
                  truth),
      width));
  if (wrong.move) {
    std::string to;
    for (const BigPosition& position : wrong.move->to) to += (to.empty() ? "" : " + ") + position_text(game, position);
    out.write(hanging("  ",
                      fmt::format("a move leads from there to {}{}{}, {}", to, wrong.move->label.empty() ? "" : ": ",
                                  wrong.move->label, said(true)),
                      width));
  } else if (!wrong.guessed && answer.report.up_to_value == 0) {
    out.write(hanging("  ", "no move leads from there to a P-position", width));
  }
}

/// What is not decided of a guess.
void write_undecided(Sink& out, const TheoremAnswer& answer, std::size_t width) {
  const Refusal& refusal = answer.report.formula ? answer.report.theorem.refusal() : answer.report.formula.refusal();
  out.write(hanging("  the guess: ", answer.guess->guess, width));
  out.write(hanging("  not decided: ", reason_text(answer.game, refusal), width));
  out.print("  it is right for positions of numbers up to {}\n", answer.guess->checked_to);
}

void write_refusal(Sink& out, const TheoremAnswer& answer, std::size_t width) {
  const Refusal& refusal = answer.report.formula ? answer.report.theorem.refusal() : answer.report.formula.refusal();
  out.write(hanging("  no theorem: ", reason_text(answer.game, refusal), width));
  if (answer.report.formula) out.write(hanging("  play ends, since ", answer.report.formula->why_play_ends(), width));
  for (const std::string& looked : answer.report.search.looked_at) out.write(hanging("  looked at  ", looked, width));
}

/// Of heaps that moves split.
void write_heaps(Sink& out, const TheoremAnswer& answer, std::size_t width) {
  const HeapTheorem& theorem = *answer.report.heaps;
  out.write(hanging(
      "  ", fmt::format("proved, for sums of heaps of every size under {}", convention(answer.game.rules->play())), width));
  out.write(hanging("  ", statement_of(theorem), width));
  out.write(hanging("  ",
                    theorem.elements == 0 ? "a sum of heaps is a P-position where the nim-sum of their values is 0"
                                          : "a sum of heaps is a P-position where the product of their values is in the "
                                            "P-portion; `bouton quotient` has both",
                    width));
  out.print("  {:.3f} s\n", answer.report.seconds);
}

void write_set(Sink& out, const TheoremSet& set, std::size_t width) {
  out.write(hanging(fmt::format("  {}: ", set.name), sentence(set), width));
  if (!set.game.empty()) out.write(hanging("    ", "this is " + set.game, width));
  if (!set.expression.empty()) out.print("    digits of {}: {}\n", fmt::join(set.tracks, ", "), set.expression);
  if (set.words.empty()) out.write(hanging("    ", beginning_of(set), width));
  if (!set.not_linear.empty()) out.write(hanging("    ", not_linear_text(set), width));
}

/// What is proved of some sheets, where it is not of all.
void write_layers(Sink& out, const TheoremAnswer& answer, std::size_t width) {
  const LayerTheorem& theorem = *answer.report.layers;
  const auto say = [&](std::string_view head, std::string_view prose) { out.write(hanging(head, prose, width)); };
  say("  ", fmt::format("proved of a part, for positions of every size under {}", convention(theorem.formula.play())));
  for (const TheoremSet& set : answer.layers) write_set(out, set, width);
  say("  ", fmt::format("read as {}, most significant digit first", theorem.theorem.system.text()));
  say("  ", fmt::format("of positions {} nothing is known", left_out_text(answer.report)));
}

std::size_t states_of(const TheoremAnswer& answer) {
  std::size_t states = 0;
  for (const TheoremSet& set : answer.sets) states += set.automaton->states();
  return states;
}

std::string statement_of(const TheoremAnswer& answer) {
  std::string text;
  for (const TheoremSet& set : answer.sets) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", set.name, sentence(set));
  return text;
}

/// {"kind":"base","base":2}, {"kind":"recurrence","k":1}, perhaps with "l"; of any other system its key after the kind, "of".
Json numeration_json(const Numeration& system) {
  const std::string key = system.key();
  const std::size_t space = std::min(key.find(' '), key.size());
  const std::string kind = key.substr(0, space), rest = key.substr(std::min(space + 1, key.size()));
  Json json;
  json["kind"] = kind;
  if (kind == "base") json["base"] = system.parameter();
  else if (kind == "recurrence" && system.order() <= 2) json["k"] = system.parameter();
  else if (!rest.empty()) json["of"] = rest;
  if (system.is_quadratic()) json["l"] = system.second();
  json["text"] = system.text();
  return json;
}

/// "order":{"power","decimal","logarithms","limit"}|null, "density":{"of","value","decimal","share"}|null.
void add_order(Json& json, const Growth& growth) {
  json["order"] = json["density"] = Json();
  if (!growth.order) return;
  const BoxGrowth& order = *growth.order;
  const std::string whole = std::to_string(order.dimension);
  json["order"] = {{"power", order.exponent ? exponent_text(*order.exponent) : whole},
                   {"decimal", exponent_near(order)},
                   {"logarithms", order.logarithms},
                   {"limit", order.density        ? Json(true)
                             : order.has_no_limit ? Json(false)
                                                  : Json()}};
  if (order.density)
    json["density"] = {{"of", "N^" + whole},
                       {"value", order.density->text()},
                       {"decimal", order.density->approximate()},
                       {"share", growth.share ? Json(growth.share->text()) : Json()}};
}

/// The line of the rule file that is to blame; a reason that is an error of the rule's own begins with it.
int line_of(const Game& game, const Refusal& refusal) {
  const std::string head = game.file + ":";
  if (refusal.line > 0 || game.file.empty() || !refusal.reason.starts_with(head)) return refusal.line;
  int line = 0;
  std::from_chars(refusal.reason.data() + head.size(), refusal.reason.data() + refusal.reason.size(), line);
  return line;
}

Json set_json(const TheoremSet& set) {
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"name", set.name},
          {"words", text_or_null(set.words)},
          {"formula", text_or_null(set.formula)},
          {"not_linear", text_or_null(set.not_linear)},
          {"game", text_or_null(set.game)},
          {"expression", text_or_null(set.expression)},
          {"states", set.automaton->states()},
          {"dot", to_dot(set)}};
}

void add_guess(Json& json, const TheoremAnswer& answer) {
  const GuessAnswer& guess = *answer.guess;
  json["guess"] = guess.guess;
  json["counterexample"] = json["move"] = json["counterexample_is_least"] = Json();
  json["checked_to"] = guess.counterexample ? Json() : Json(guess.checked_to);
  if (!guess.counterexample) return;
  const GuessAnswer::Counterexample& wrong = *guess.counterexample;
  json["counterexample"] = position_json(answer.game, widen(wrong.position));
  json["counterexample_is_least"] = wrong.least;
  if (!wrong.move) return;
  json["move"] = {{"label", wrong.move->label.empty() ? Json() : Json(wrong.move->label)}, {"to", Json::array()}};
  for (const BigPosition& position : wrong.move->to) json["move"]["to"].push_back(position_json(answer.game, position));
}

}  // namespace

std::string statement_of(const HeapTheorem& theorem) {
  if (theorem.elements == 0) return fmt::format("Grundy values of heaps: {}", describe(theorem.period));
  return fmt::format("misère quotient of all sums of heaps: {} elements; values of heaps: {}", theorem.elements,
                     describe(theorem.period));
}

std::string left_out_text(const TheoremReport& report) {
  return fmt::format("with {}", fmt::join(report.layers->left_out, " or "));
}

std::string reason_text(const Game& game, const Refusal& refusal) {
  if (refusal.line <= 0) return refusal.reason;
  return fmt::format("{} ({}:{})", refusal.reason, game.file, refusal.line);
}

TheoremAnswer theorem_answer(const Game& game, const TheoremReport& report, const Budget& budget) {
  TheoremAnswer answer{game, report, {}, {}};
  if (!report.theorem && !report.layers) return answer;
  for (const std::size_t track : report.formula->tracks()) answer.tracks.push_back(game.rules->domain().coordinate_name(track));
  if (report.layers) answer.layers = theorem_sets(report.layers->theorem, report.layers->formula, answer.tracks, budget, true);
  if (!report.theorem) return answer;
  answer.sets = theorem_sets(*report.theorem, *report.formula, answer.tracks, budget);
  std::vector<const Automaton*> losing;
  for (const Automaton& automaton : report.theorem->p_positions()) losing.push_back(&automaton);
  constexpr std::size_t kMostStates = 10'000;
  constexpr std::uint64_t kMostSteps = 100'000'000;
  AutomataWorkspace workspace(budget, kMostStates, kMostSteps);
  within_limits([&] {
    std::vector<Automaton> positions;
    for (std::size_t sheet = 0; sheet < report.formula->sheets(); ++sheet)
      positions.push_back(union_of(report.formula->valid(sheet), answer.tracks.size(), report.theorem->system, workspace));
    answer.growth = growth_of(losing, positions, workspace);
  });
  return answer;
}

void write_text(Sink& out, const TheoremAnswer& answer, std::size_t width) {
  out.print("{}\n", answer.game.name);
  if (answer.report.heaps) {
    write_heaps(out, answer, width);
    return;
  }
  if (!answer.report.theorem) {
    if (answer.report.layers) write_layers(out, answer, width);
    if (answer.guess == nullptr) write_refusal(out, answer, width);
    else if (answer.guess->counterexample) write_counterexample(out, answer, width);
    else write_undecided(out, answer, width);
    return;
  }
  const auto say = [&](std::string_view head, std::string_view prose) { out.write(hanging(head, prose, width)); };
  const Theorem& theorem = *answer.report.theorem;
  const std::uint64_t blocking = answer.report.formula->blocking();
  say("  ", fmt::format("proved, for positions of every size under {}{}", convention(answer.report.formula->play()),
                        blocking == 0   ? ""
                        : blocking == 1 ? ", where up to 1 option is forbidden before each move"
                                        : fmt::format(", where up to {} options are forbidden before each move", blocking)));
  for (const TheoremSet& set : answer.sets) write_set(out, set, width);
  if (std::ranges::any_of(answer.sets, [](const TheoremSet& set) { return set.words.empty(); }))
    say("  ", fmt::format("nothing plainer was found among {}", kPlainWords));
  if (answer.report.search.ended) say("  ", answer.report.search.ended->reason);
  say("  ", fmt::format("read as {}, most significant digit first; {} {}", theorem.system.text(), states_of(answer),
                        states_of(answer) == 1 ? "state" : "states"));
  say("  ", fmt::format("play ends, since {}", answer.report.formula->why_play_ends()));
  if (answer.growth && !answer.growth->recurrence.empty()) say("  ", "P-positions: " + growth_text(*answer.growth));
  if (const std::string order = answer.growth ? order_text(*answer.growth) : ""; !order.empty()) say("  P-positions: ", order);
  if (answer.guess != nullptr)
    say("  ", fmt::format("the guess is right: {}; {:.3f} s", answer.guess->guess, answer.report.seconds));
  else
    say("  ", fmt::format("learnt from positions up to {}, proved for all; {:.3f} s", answer.report.search.learnt_to,
                          answer.report.seconds));
}

Json to_json(const TheoremAnswer& answer) {
  const TheoremReport& report = answer.report;
  Json json;
  json["game"] = answer.game.name;
  json["params"] = params_json(answer.game);
  json["play"] = play_name(play_as_written(*answer.game.rules));
  if (answer.game.rules->blocking() > 0) json["blocking"] = to_json(static_cast<Coordinate>(answer.game.rules->blocking()));
  json["proved"] = report.heaps || (report.theorem && !report.search.ended);
  const Refusal* const refusal = report.heaps     ? nullptr
                                 : report.theorem ? (report.search.ended ? &*report.search.ended : nullptr)
                                 : report.formula ? &report.theorem.refusal()
                                                  : &report.formula.refusal();
  json["reason"] = refusal == nullptr ? Json() : Json(refusal->reason);
  const int line = refusal == nullptr ? 0 : line_of(answer.game, *refusal);
  json["line"] = line <= 0 ? Json() : Json(line);
  json["refused"] = report.formula || report.heaps ? Json() : Json({{"line", json["line"]}, {"reason", json["reason"]}});
  json["set"] = report.up_to_value == 0            ? Json("P")
                : report.up_to_value == kAllValues ? Json({{"grundy", "all"}})
                                                   : Json({{"grundy", report.up_to_value}});
  json["system"] = report.theorem ? Json(report.theorem->system.key()) : Json();
  json["numeration"] = report.theorem ? numeration_json(report.theorem->system) : Json();
  json["statement"] = report.heaps ? Json(statement_of(*report.heaps)) : report.theorem ? Json(statement_of(answer)) : Json();
  const TheoremStatement plain = bouton::statement_of(answer.sets);
  json["plain"] = plain.plain.empty() ? Json() : Json(plain.plain);
  json["formula"] = plain.formula.empty() ? Json() : Json(plain.formula);
  json["growth"] = Json();
  if (answer.growth) {
    Json& growth = json["growth"] = Json::object();
    growth["below"] = growth["counts"] = Json::array();
    for (const Integer& number : answer.growth->below) growth["below"].push_back(to_json(number));
    for (const Integer& number : answer.growth->counts) growth["counts"].push_back(to_json(number));
    growth["recurrence"] = answer.growth->recurrence;
    add_order(growth, *answer.growth);
  }
  if (answer.guess != nullptr) add_guess(json, answer);
  if (report.heaps) {
    json["period"] = period_json(report.heaps->period);
    json["quotient"] = report.heaps->elements == 0 ? Json() : Json(report.heaps->elements);
  }
  json["states"] = report.theorem ? Json(states_of(answer)) : Json();
  json["sets"] = Json::array();
  for (const TheoremSet& set : answer.sets) json["sets"].push_back(set_json(set));
  json["layers"] = Json();
  if (report.layers) {
    json["layers"] = {
        {"system", report.layers->theorem.system.key()}, {"sets", Json::array()}, {"left_out", report.layers->left_out}};
    for (const TheoremSet& set : answer.layers) json["layers"]["sets"].push_back(set_json(set));
  }
  json["play_ends"] = report.formula ? Json(report.formula->why_play_ends()) : Json();
  json["looked_at"] = report.search.learnt_to;
  json["attempts"] = report.search.looked_at;
  json["steps"] = report.search.steps;
  json["seconds"] = answer.report.seconds;
  return json;
}

Picture picture_of(const TheoremAnswer& answer, const std::optional<std::string>& title) {
  std::vector<DrawnAutomaton> drawn;
  for (const TheoremSet& set : answer.sets)
    drawn.push_back({fmt::format("{}: digits of {}", set.name, fmt::join(set.tracks, ", ")), set.automaton});
  const Numeration& system = answer.report.theorem->system;
  return automata_picture(title.value_or(fmt::format("{}, read as {}", title_of(answer.game), system.text())), drawn);
}

}  // namespace bouton
