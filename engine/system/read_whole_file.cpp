#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton {

std::optional<std::string> read_whole_file(const std::filesystem::path& path, const Budget& budget, Pipes pipes) {
  FileBytes read = read_bytes(path, budget, pipes, SIZE_MAX);
  switch (read.result) {
    case FileBytes::Result::read: return std::move(read.bytes);
    case FileBytes::Result::missing: return std::nullopt;
    case FileBytes::Result::too_long:
      read.why = fmt::format("more than {} come through the pipe", format_bytes(kLongestPipe));
      break;
    case FileBytes::Result::unreadable: break;
  }
  throw RequestError(fmt::format("cannot read {}: {}", path.string(), read.why));
}

}  // namespace bouton
