// By the host, which runs the command: for WebAssembly (Module.host is that of bindings/web/command/host.cjs).
#include <emscripten.h>

#include "bindings/cli/watching/run_to_end.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

// clang-format off
/// 0 where the command, given its words as a JSON list, could not be run.
EM_JS(int, host_run, (const char* words), {
  return Module.host && Module.host.run(JSON.parse(UTF8ToString(words))) ? 1 : 0;
});
// clang-format on

}  // namespace

void run_to_end(const std::vector<std::string>& words) {
  const int was_run = host_run(Json(words).dump().c_str());
  check_interrupt();
  if (was_run == 0) throw OutputError("watch: bouton cannot be run");
}

}  // namespace bouton::cli
