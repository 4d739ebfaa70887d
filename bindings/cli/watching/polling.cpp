// By looking at the file five times a second, and by the host, which runs the command: for WebAssembly (Module.host is that of
// bindings/web/command/host.cjs).
#include <emscripten.h>

#include "bindings/cli/watching/watching.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

// clang-format off
/// Whether the file is another one than at the last call for it; at the first it is not.
EM_JS(int, host_was_saved, (const char* file), {
  return Module.host && Module.host.wasSaved(UTF8ToString(file)) ? 1 : 0;
});
/// 0 where the command, given its words as a JSON list, could not be run.
EM_JS(int, host_run, (const char* words), {
  return Module.host && Module.host.run(JSON.parse(UTF8ToString(words))) ? 1 : 0;
});
EM_JS(void, host_sleep, (double milliseconds), { if (Module.host) Module.host.sleep(milliseconds); });
// clang-format on

}  // namespace

class SavedFile::Impl {
 public:
  explicit Impl(std::filesystem::path file) : file_(std::move(file)) { host_was_saved(file_.c_str()); }

  void wait() const {
    constexpr double kBetween = 200;
    while (host_was_saved(file_.c_str()) == 0) {
      host_sleep(kBetween);
      check_interrupt();
    }
  }

 private:
  std::filesystem::path file_;
};

SavedFile::SavedFile(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
SavedFile::~SavedFile() = default;
void SavedFile::wait() { impl_->wait(); }

void run_to_end(const std::vector<std::string>& words) {
  const int was_run = host_run(Json(words).dump().c_str());
  check_interrupt();
  if (was_run == 0) throw OutputError("watch: bouton cannot be run");
}

}  // namespace bouton::cli
