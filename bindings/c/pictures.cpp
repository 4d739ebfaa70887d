// Tables, sequences and graphs as pictures.
#include "bindings/c/pictures.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/c/questions.h"
#include "bindings/output/answers/graph.h"
#include "bindings/output/formats/pictures/svg.h"
#include "bindings/output/values/values.h"
#include "engine/image/charts/table_picture.h"
#include "engine/image/graph/graph_picture.h"
#include "engine/study/graph.h"
#include "engine/study/sequence/study.h"

namespace bouton::c {
namespace {

/// Hands the picture to the caller; null: not yet.
bouton_status give_picture(const std::shared_ptr<const std::string>& answer, bouton_list** svg) {
  if (!answer) return BOUTON_NOT_YET;
  *svg = new bouton_list{{*answer}};
  return BOUTON_OK;
}

std::string drawn(const Values& values) {
  TextSink out;
  write_svg(out, values);
  return out.text();
}

std::string drawn_table(const Games& games, const Box& box, ValueKind kind) {
  const Table table = games.solver->table(box, kind);
  return drawn(Values{.game = *games.editions[0]->solved, .table = table});
}

std::string drawn_sequence(const Games& games, const SequenceRequest& request) {
  const Game& game = *games.editions[0]->solved;
  const HeapRun run = find_sequence(game, *games.solver, request, games.core->budget());
  return drawn(Values{.game = game, .table = run.values, .is_sequence = true, .period = run.period});
}

/// What is too large to be drawn is refused before it is wholly found.
std::string drawn_graph(const Games& games, const Sum& sum, std::uint64_t most) {
  const std::vector<std::shared_ptr<const Game>> solved = solved_games(games);
  const std::uint64_t fitting = std::min<std::uint64_t>(most, kMostDrawnNodes);
  try {
    return svg_of(picture_of(valued_graph(solved, position_graph(solved, *games.solver, sum, fitting, games.core->budget()))));
  } catch (const GraphTooLarge&) {
    if (most == fitting) throw;
    throw RequestError(fmt::format("the graph has more than {} positions, too many for a picture", kMostDrawnNodes));
  }
}

}  // namespace

std::string svg_of(const Picture& picture) {
  TextSink out;
  write_svg(out, picture);
  return out.text();
}

}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace
using bouton::Sum;

bouton_status bouton_draw_table(const bouton_game* game, const int64_t* low, const int64_t* high, size_t dimensions,
                                int32_t kind, bouton_list** svg) {
  return guarded([&] {
    given(svg, "svg");
    const BoxQuestion question = box_question(game, low, high, dimensions);
    const bouton::ValueKind value = value_kind(kind);
    bouton::require_map(*question.games->editions[0]->shown, question.box);
    check_cells(*question.games->core, question.box.size(), "the table");
    const std::string key = question_key(*question.games, fmt::format("draw table {} {}", kind, box_text(question.box)));
    return give_picture(
        ask<std::string>(question.games, key,
                         [box = question.box, value](const Games& games) { return drawn_table(games, box, value); }),
        svg);
  });
}

bouton_status bouton_draw_sequence(const bouton_game* game, int64_t last, int32_t kind, bouton_list** svg) {
  return guarded([&] {
    const std::shared_ptr<const Games> games = given(game, "game").current();
    given(svg, "svg");
    const bouton::SequenceRequest request{.last = last, .kind = value_kind(kind)};
    check_cells(*games->core, heaps_to(*games->editions[0]->shown, last), "a sequence of this length");
    const std::string key = question_key(*games, fmt::format("draw sequence {} {}", kind, last));
    return give_picture(ask<std::string>(games, key, [request](const Games& asked) { return drawn_sequence(asked, request); }),
                        svg);
  });
}

bouton_status bouton_draw_graph(const bouton_position* position, uint64_t most, bouton_list** svg) {
  return guarded([&] {
    given(svg, "svg");
    return give_picture(
        ask_games<std::string>(position, fmt::format("draw graph {}", most),
                               [most](const Games& games, const Sum& sum) { return drawn_graph(games, sum, most); }),
        svg);
  });
}
