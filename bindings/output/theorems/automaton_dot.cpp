#include "bindings/output/theorems/automaton_dot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/plain_text.h"
#include "engine/image/automaton/automaton_picture.h"

namespace bouton {
namespace {

std::string quoted_in_dot(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : plain_line(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

/// States are named `prefix` and their number.
std::string body_of(const Automaton& automaton, const std::string& prefix, const std::string& indent) {
  std::string dot = fmt::format("{}start{} [shape = none, label = \"\"];\n", indent, prefix);
  const auto count = static_cast<State>(automaton.states());
  for (State state = 0; state < count; ++state)
    dot +=
        fmt::format("{}{}{} [shape = {}{}];\n", indent, prefix, state, automaton.accepting(state) ? "doublecircle" : "circle",
                    prefix.empty() ? "" : fmt::format(", label = \"{}\"", state));
  dot += fmt::format("{}start{} -> {}0;\n", indent, prefix, prefix);
  for (State from = 0; from < count; ++from)
    for (State to = 0; to < count; ++to) {
      const std::string letters = letters_text(automaton, from, to, automaton.letters());
      if (!letters.empty()) dot += fmt::format("{}{}{} -> {}{} [label = \"{}\"];\n", indent, prefix, from, prefix, to, letters);
    }
  return dot;
}

std::string label_of(const TheoremSet& set) {
  return quoted_in_dot(fmt::format("{}: digits of {}", set.name, fmt::join(set.tracks, ", ")));
}

}  // namespace

std::string to_dot(const TheoremSet& set) {
  return fmt::format("digraph {} {{\n  rankdir = LR;\n  label = {};\n{}}}\n", quoted_in_dot(set.name), label_of(set),
                     body_of(*set.automaton, "", "  "));
}

std::string to_dot(const std::string& name, const std::vector<TheoremSet>& sets) {
  if (sets.size() == 1) return to_dot(sets[0]);
  std::string dot = fmt::format("digraph {} {{\n  rankdir = LR;\n", quoted_in_dot(name));
  for (std::size_t i = 0; i < sets.size(); ++i)
    dot += fmt::format("  subgraph cluster_{} {{\n    label = {};\n{}  }}\n", i, label_of(sets[i]),
                       body_of(*sets[i].automaton, fmt::format("a{}_", i), "    "));
  return dot + "}\n";
}

}  // namespace bouton
