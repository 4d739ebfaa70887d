#include "bindings/cli/terminal/progress.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "bindings/output/sink/interrupt.h"

namespace bouton::cli {
namespace {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string time_left(double seconds) {
  if (seconds < 90) return fmt::format("about {:.0f} s left", seconds);
  if (seconds < 5400) return fmt::format("about {:.0f} min left", seconds / 60);
  return fmt::format("about {:.0f} h left", seconds / 3600);
}

void write_error(std::string_view text) {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) {
    // A progress line that cannot be drawn is no reason to stop.
  }
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

std::string describe(const Progress& progress, double seconds) {
  std::string text = grouped(progress.done);
  if (progress.total > 0) text += fmt::format(" of {}", grouped(progress.total));
  text += fmt::format(" {}", progress.doing);
  if (progress.total > 0)
    text += fmt::format(" ({:.0f}%)", 100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total));
  if (seconds > 0)
    text += fmt::format(", {} a second", grouped(static_cast<std::uint64_t>(static_cast<double>(progress.done) / seconds)));
  if (progress.seconds_left >= 0) text += ", " + time_left(progress.seconds_left);
  else if (seconds > 0 && progress.done > 0 && progress.total > progress.done)
    text +=
        ", " + time_left(seconds * static_cast<double>(progress.total - progress.done) / static_cast<double>(progress.done));
  return text;
}

ProgressLine::ProgressLine(bool wanted) : draws_(wanted && isatty(STDERR_FILENO) == 1 && can_erase()) {
  if (draws_) call_before_killed(&erase_line);
}

std::function<void(const Progress&)> ProgressLine::listener() {
  if (!draws_) return {};
  return [this](const Progress& progress) { draw(progress); };
}

void ProgressLine::erase() { erase_line(); }

void ProgressLine::draw(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  line_is_drawn = true;
  write_error(fmt::format("\r{}\x1b[K", describe(progress, std::chrono::duration<double>(now - start_).count())));
}

}  // namespace bouton::cli
