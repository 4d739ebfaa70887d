#include "engine/rules/work_of_game.h"

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/rules/blocking.h"
#include "engine/rules/stated.h"

namespace bouton {
namespace {

std::string_view word_of_play(Play play) {
  switch (play) {
    case Play::normal: return "normal";
    case Play::misere: return "misere";
    case Play::by_position: break;
  }
  return "by position";
}

std::string words_of_shape(const CellShape& shape) {
  std::string words = shape.is_board() ? fmt::format("board {} x {}", shape.rows, shape.columns)
                                       : fmt::format("graph of {} vertices, edges", shape.vertices);
  for (const auto& [a, b] : shape.edges) words += fmt::format(" {}-{}", a, b);
  return words;
}

}  // namespace

void add_game(Work& work, const Game& game) {
  const std::optional<std::uint64_t> rules = checksum_of(*game.rules);
  if (!rules)
    throw RequestError(fmt::format(
        "{}: no file is kept of unfinished work about a game without a rule file, since nothing tells its rules from others",
        game.name));
  work.add("game", game.name);
  for (const Parameter& parameter : game.parameters) work.add("parameter " + parameter.name, to_string(parameter.value));
  work.add("play", word_of_play(play_as_written(*game.rules)));
  work.add("forbidden moves", game.rules->blocking());
  if (const CellShape* const shape = game.rules->domain().shape()) work.add("cells", words_of_shape(*shape));
  work.add("rules", fmt::format("{:016x}", *rules));
}

}  // namespace bouton
