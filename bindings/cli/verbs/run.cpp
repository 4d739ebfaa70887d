#include "bindings/cli/context/messages.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/lua/script/script.h"
#include "bindings/output/sink/interrupt.h"

namespace bouton::cli {
namespace {

int run(Context& context) {
  const std::vector<std::string>& operands = context.request().operands;
  if (operands.empty()) context.usage_error("a SCRIPT is missing");
  end_when_nobody_reads();
  lua::run_script(operands[0], {operands.begin() + 1, operands.end()},
                  {context.loader_options(), context.budget(), [&] { context.erase_progress(); }, &remedy, &context.farm()});
  flush_stdout();
  return 0;
}

}  // namespace

Verb run_verb() {
  return {
      .name = "run",
      .usage = "SCRIPT.lua [ARG...]",
      .summary = "run a Lua script that uses Bouton",
      .help =
          "Runs a Lua script of yours. require \"bouton\" gives the module, and all of Lua is there. The words after SCRIPT\n"
          "belong to the script, even if they look like options.\n\n"
          "  bouton run census.lua 100",
      .operands = Operands::script,
      .options = {Option::threads, Option::memory, Option::limit, Option::no_lift, Option::no_native, Option::quiet},
      .formats = {},
      .run = run};
}

}  // namespace bouton::cli
