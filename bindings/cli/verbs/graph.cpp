#include <fmt/format.h>

#include "bindings/cli/context/positions.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/answers/graph.h"
#include "engine/base/errors.h"
#include "engine/image/style.h"
#include "engine/study/graph.h"

namespace bouton::cli {
namespace {

PositionGraph graph_below(Context& context, const NamedSum& named) {
  Solver solver(rules_of(named.games), context.budget());
  try {
    return position_graph(named.games, solver, named.sum, context.request().max_nodes, context.budget());
  } catch (const GraphTooLarge& error) {
    throw LimitError(fmt::format("graph: {}; --max-nodes N allows more", error.what()));
  }
}

int graph(Context& context) {
  if (context.request().games.empty()) context.usage_error("a GAME is missing");
  const NamedSum named = read_sum(context, context.request().games, Unplaced::told_example);
  const ValuedGraph valued = valued_graph(named.games, graph_below(context, named));
  context.erase_progress();
  switch (context.format()) {
    case Format::graphml: write_graphml(context.out(), valued); break;
    case Format::json: write_json_with_provenance(context, to_json(valued)); break;
    case Format::dot: write_dot(context.out(), valued); break;
    default: {
      const PictureStyle& style = context.request().style;
      write_with_provenance(context, styled(picture_of(valued, style.title), style));
    }
  }
  return 0;
}

}  // namespace

Verb graph_verb() {
  return {
      .name = "graph",
      .usage = "GAME [POS...] [+ GAME [POS...]]",
      .summary = "the move graph below a position, with values",
      .help =
          "Writes every position that can come from POS, with its value, and every move: as DOT (for Graphviz), GraphML or\n"
          "JSON, or as a picture of at most 150 positions. Positions that are the same by a symmetry are one node; so are\n"
          "sums after a split. Without a POS, Bouton takes the game's example and says so on standard error.\n\n"
          "  bouton graph wythoff 2,3 -o wythoff.svg          bouton graph wythoff 3,5 | dot -Tsvg > wythoff.svg",
      .operands = Operands::games,
      .options = {Option::parameter, Option::play, Option::sum, Option::max_nodes, Option::title, Option::size, Option::theme,
                  Option::format, Option::output, Option::threads, Option::memory, Option::limit, Option::no_lift,
                  Option::no_native, Option::quiet},
      .formats = {Format::dot, Format::graphml, Format::json, Format::svg, Format::png, Format::pdf},
      .run = graph};
}

}  // namespace bouton::cli
