#include "bindings/cli/watching/saved_file.h"

#include <system_error>
#include <utility>

#include "bindings/output/sink/interrupt.h"
#include "engine/base/checksum.h"
#include "engine/system/read_file.h"

namespace bouton::cli {

SavedFile::SavedFile(std::filesystem::path file) : file_(std::move(file)), seen_(state()) {}

SavedFile::State SavedFile::state() const {
  std::error_code size_error, time_error;
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  State now{std::filesystem::file_size(file_, size_error), std::filesystem::last_write_time(file_, time_error)};
  if (size_error || time_error) return {};
  Checksum checksum;
  checksum.add(read_head(file_, kMostBytes));
  now.checksum = checksum.value();
  return now;
}

void SavedFile::wait() {
  constexpr double kBetween = 0.2;  // seconds
  State last;
  while (true) {
    wait_for_seconds(kBetween);
    const State now = state();
    // Somebody may be writing it still: only what two looks see alike has been saved.
    if (now.size != kNoFile && now != seen_ && now == last) {
      seen_ = now;
      return;
    }
    last = now;
  }
}

}  // namespace bouton::cli
