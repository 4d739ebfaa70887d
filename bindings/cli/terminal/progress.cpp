#include "bindings/cli/terminal/progress.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bindings/output/sink/interrupt.h"

namespace bouton::cli {
namespace {

void write_error(std::string_view text) {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) {
    // A progress line that cannot be drawn is no reason to stop.
  }
}

/// Seconds of processor time of the thread that reports.
double seconds_worked() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The columns of the terminal: a line that is longer could not be erased.
std::size_t error_width() {
  constexpr std::size_t kUnknown = 200, kLeast = 10;
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnknown;
  return std::max<std::size_t>(size.ws_col, kLeast);
}

/// Whether any line is on the terminal.
std::atomic<bool> line_is_drawn{false};

void erase_line() {
  if (line_is_drawn.exchange(false)) write_error("\r\x1b[K");
}

/// Whether the terminal knows how a line is erased.
bool can_erase() {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
}

}  // namespace

ProgressLine::ProgressLine(bool wanted) : draws_(wanted && isatty(STDERR_FILENO) == 1 && can_erase()) {
  if (draws_) call_before_killed(&erase_line);
}

std::function<void(const Progress&)> ProgressLine::listener() {
  if (!draws_) return {};
  return [this](const Progress& progress) { draw(progress); };
}

void ProgressLine::erase() { erase_line(); }

void ProgressLine::draw(const Progress& progress) {
  constexpr double kPatience = 1, kBetween = 0.2;
  const double now = std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  if (now < next_) return;
  next_ = now + kBetween;
  pace_.hear(progress, now, seconds_worked());
  if (pace_.seconds() < kPatience) return;
  line_is_drawn = true;
  const std::size_t columns = error_width() - 1;  // a full line would begin the next
  write_error(fmt::format("\r{}\x1b[K", pace_.text(columns).substr(0, columns)));
}

}  // namespace bouton::cli
