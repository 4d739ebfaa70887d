#include "bindings/cli/context/going_on.h"

#include <fmt/format.h>

#include "bindings/output/formats/words.h"
#include "engine/base/checksum.h"
#include "engine/program/move_program.h"
#include "engine/rules/blocking.h"

namespace bouton::cli {

std::string title_of_box(Context& context, std::string_view verb, std::string_view what, const Game& game, const Box& box) {
  // The moves themselves, so that a rule file that was changed is not gone on with.
  Checksum rules;
  if (const Lifting lifting = game.rules->lifting(box.dimensions()); lifting.moves != nullptr)
    rules.add(to_string(*lifting.moves, lifting.labels));
  std::string title = fmt::format("{} of {}", verb, context.game_request().name);
  for (const auto& [name, value] : context.game_request().settings) title += fmt::format(" -p {}={}", name, value);
  return title + fmt::format(" from {} to {}, {}, {}, {}, rules {:016x}", to_string(box.low()), to_string(box.high()),
                             play_name(stated_play(*game.rules)), what, name(context.format()), rules.value());
}

std::unique_ptr<Continued> going_on(Context& context, std::string_view verb, std::string_view what, const Game& game,
                                    const Box& box, bool from_the_beginning) {
  const Request& request = context.request();
  if (!request.checkpoint) return nullptr;
  return std::make_unique<Continued>(context.out(), *request.checkpoint, title_of_box(context, verb, what, game, box),
                                     box.size(), context.budget(), from_the_beginning);
}

}  // namespace bouton::cli
