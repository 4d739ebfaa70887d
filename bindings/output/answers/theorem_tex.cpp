#include "bindings/output/answers/theorem_tex.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/output/formats/tex.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/theorems/predicate_tex.h"
#include "engine/theorem/predicate/predicate_reader.h"

namespace bouton {
namespace {

std::string_view play_in_tex(Play play) {
  switch (play) {
    case Play::normal: return "under normal play";
    case Play::misere: return "under mis\\`ere play";
    case Play::by_position: return "under the convention of its terminal positions";
  }
  return {};
}

}  // namespace

void write_theorem_tex(Sink& out, const TheoremAnswer& answer, std::string_view provenance) {
  out.write("% for a preamble with \\newtheorem{theorem}{Theorem}\n");
  if (!provenance.empty()) out.print("% {}\n", provenance);
  out.print("\\begin{{theorem}}[{}]\n", tex_text(title_of(answer.game)));
  if (answer.report.heaps) {
    out.print("For sums of heaps of every size {}, {}.\n\\end{{theorem}}\n", play_in_tex(answer.game.rules->play()),
              tex_statement(statement_of(*answer.report.heaps)));
    return;
  }
  const std::string blocking = blocking_text(*answer.game.rules);
  out.print("For positions $({})$ of every size {}{}:\n\\begin{{itemize}}\n",
            tex_text(fmt::format("{}", fmt::join(answer.tracks, ", "))), play_in_tex(answer.report.formula->play()),
            blocking.empty() ? "" : ", where " + blocking);
  const bool is_part = !answer.report.theorem && answer.report.layers;
  for (const TheoremSet& set : is_part ? answer.layers : answer.sets) {
    std::string words = sentence(set);
    if (const std::size_t known = words.find(": "); words.starts_with(set.name) && known != std::string::npos)
      words.erase(0, known + 2);
    out.print("\\item {}: {}.\n", tex_text(set.name), tex_statement(words));
    if (!set.game.empty()) out.print("  This is {}.\n", tex_statement(set.game));
    if (!set.formula.empty()) out.print("  \\[{}\\]\n", tex_of(read_predicate(set.formula, set.tracks), set.tracks));
  }
  const auto math = [](std::string_view formula) { return "$" + tex_formula(formula) + "$"; };
  if (const std::string order = answer.growth ? order_text(*answer.growth, math) : ""; !order.empty())
    out.print("\\item P-positions: {}.\n", order);
  if (is_part) out.print("\\item Of positions {} nothing is known.\n", tex_statement(left_out_text(answer.report)));
  out.write("\\end{itemize}\n\\end{theorem}\n");
  const Numeration& system = is_part ? answer.report.layers->theorem.system : answer.report.theorem->system;
  out.print("Numbers are read as {}, most significant digit first; an automaton tells each set. Play ends, since {}.\n",
            tex_statement(system.text()), tex_statement(answer.report.formula->why_play_ends()));
}

}  // namespace bouton
