#include "bindings/cli/terminal/progress.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "bindings/output/sink/interrupt.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

void write_error(std::string_view text) {
  if (write_stream(Stream::error, text) < 0) {
    // A progress line that cannot be drawn is not a reason to stop.
  }
}

/// The columns of the terminal: a line that is longer could not be erased.
std::size_t error_width() {
  constexpr std::size_t kUnknown = 200, kLeast = 10;
  const std::size_t columns = terminal_columns(Stream::error);
  return columns == 0 ? kUnknown : std::max(columns, kLeast);
}

/// Whether any line is on the terminal.
std::atomic<bool> line_is_drawn{false};

constexpr std::string_view kErased = "\r\x1b[K";

void erase_line() {
  if (line_is_drawn.exchange(false)) write_error(kErased);
}

/// Whether the terminal knows how a line is erased.
bool can_erase() {
  const std::string terminal = terminal_kind();
  return !terminal.empty() && terminal != "dumb";
}

}  // namespace

Display terminal_display() {
  if (!is_terminal(Stream::error) || !can_erase()) return {};
  call_before_killed(&erase_line);
  const auto seconds = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  return {.write = &write_error, .seconds = seconds, .columns = &error_width};
}

ProgressLine::ProgressLine(Display display) : display_(std::move(display)) {}

std::function<void(const Progress&)> ProgressLine::listener() {
  if (!display_.write) return {};
  return [this](const Progress& progress) { draw(progress); };
}

void ProgressLine::erase() {
  if (display_.write && line_is_drawn.exchange(false)) display_.write(kErased);
}

void ProgressLine::draw(const Progress& progress) {
  constexpr double kPatience = 1, kBetween = 0.2;
  const double now = display_.seconds();
  if (now < next_) return;
  next_ = now + kBetween;
  pace_.hear(progress, now);
  if (pace_.seconds() < kPatience) return;
  line_is_drawn = true;
  const std::size_t columns = display_.columns() - 1;  // a full line would begin the next
  display_.write(fmt::format("\r{}\x1b[K", pace_.text(columns).substr(0, columns)));
}

}  // namespace bouton::cli
