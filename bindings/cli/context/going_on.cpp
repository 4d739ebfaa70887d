#include "bindings/cli/context/going_on.h"

#include <fmt/format.h>

#include "engine/rules/work_of_game.h"

namespace bouton::cli {

void add_limits(Work& work, const Request& request) {
  if (request.memory > 0) work.add("memory", request.memory);
  const lua::Limits& limits = request.limits;
  work.add("limits",
           fmt::format("load {} s, call {} s, {} bytes of Lua", limits.load.count(), limits.call.count(), limits.memory));
  if (!request.lift) work.add("lifting", "none");
  if (!request.native_code) work.add("machine code", "none");
}

Work work_of_box(Context& context, std::string_view verb, std::string_view what, const Game& game, const Box& box) {
  const Request& request = context.request();
  Work work(verb);
  add_game(work, game);
  work.add("from", to_string(box.low())).add("to", to_string(box.high()));
  work.add("what", what).add("format", name(context.format()));
  if (const auto& method = request.method)
    work.add("method", fmt::format("{} {}", option_name(method->method), method->kernel ? option_name(*method->kernel) : ""));
  if (!request.lift) work.add("lifting", "none");
  if (!request.native_code) work.add("machine code", "none");
  return work;
}

std::unique_ptr<Continued> going_on(Context& context, std::string_view verb, std::string_view what, const Game& game,
                                    const Box& box, bool from_the_beginning) {
  const Request& request = context.request();
  if (!request.checkpoint) return nullptr;
  return std::make_unique<Continued>(context.out(), *request.checkpoint, work_of_box(context, verb, what, game, box),
                                     box.size(), context.budget(), from_the_beginning);
}

}  // namespace bouton::cli
