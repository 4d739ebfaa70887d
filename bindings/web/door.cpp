// What the page's worker calls: built by the web's compiler alone.
#include <cstdint>

#include <emscripten.h>

#include "bindings/web/answer.h"

namespace {

// clang-format off
EM_JS(void, report_progress, (const char* doing, double done, double total), {
  if (Module.onProgress) Module.onProgress(UTF8ToString(doing), done, total);
});
// clang-format on

bouton::web::Desk& desk() {
  static bouton::web::Desk the_only_one;
  return the_only_one;
}

bouton::web::Reply reply;

}  // namespace

extern "C" {

/// Answers a request, a text that ends in a zero; the answer lasts until the next call.
EMSCRIPTEN_KEEPALIVE const char* bouton_web_answer(const char* request) {
  desk().set_progress([](const bouton::Progress& progress) {
    report_progress(std::string(progress.doing).c_str(), static_cast<double>(progress.done),
                    progress.is_step ? 0 : static_cast<double>(progress.total));
  });
  reply = bouton::web::answer(desk(), request);
  return reply.text.c_str();
}

/// The cells of that answer, and how many they are.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* bouton_web_cells() { return reply.cells.data(); }
EMSCRIPTEN_KEEPALIVE std::uint32_t bouton_web_cell_count() { return static_cast<std::uint32_t>(reply.cells.size()); }
}
