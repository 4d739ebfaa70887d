#include "bindings/cli/terminal/input.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "bindings/output/sink/interrupt.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/stopwatch.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

/// Several numbers of a million digits each; whatever goes on longer without the end of a line is not a list of positions.
constexpr std::size_t kLongestLine = std::size_t{1} << 24;

std::optional<double> left_of(std::optional<double> seconds, const Stopwatch& watch) {
  if (seconds) *seconds -= watch.seconds();
  return seconds;
}

}  // namespace

std::optional<std::string> LineReader::next(std::optional<double> seconds) {
  const Stopwatch watch;
  std::size_t searched = 0;
  while (true) {
    const std::size_t end = pending_.find('\n', searched);
    if (end != std::string::npos || (ended_ && !pending_.empty())) {
      std::string line = pending_.substr(0, end);
      pending_.erase(0, end == std::string::npos ? end : end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (ended_) return std::nullopt;
    if (pending_.size() > kLongestLine)
      throw RequestError(fmt::format("a line of standard input is longer than {}", format_bytes(kLongestLine)));
    searched = pending_.size();
    if (!wait_for_input(static_cast<int>(Stream::input), left_of(seconds, watch))) throw OutOfTime{};
    char piece[1 << 14];
    const std::ptrdiff_t got = read_input(piece);
    if (got > 0) pending_.append(piece, static_cast<std::size_t>(got));
    else if (got == 0) ended_ = true;
    else if (errno != EINTR) throw RequestError(fmt::format("cannot read standard input: {}", std::strerror(errno)));
  }
}

}  // namespace bouton::cli
