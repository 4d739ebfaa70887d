#include "bindings/lua/language/rule_text.h"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/budget.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

/// An open file; closed at the end.
class Descriptor {
 public:
  /// Does not wait for a pipe's other end.
  explicit Descriptor(const std::filesystem::path& path) : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

/// Returns once there is something to read, or nothing will come any more.
void wait_for_input(int file, const std::atomic<bool>* stop) {
  constexpr int kMilliseconds = 50;
  pollfd waiting{file, POLLIN, 0};
  do {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
  } while (poll(&waiting, 1, kMilliseconds) <= 0);
}

}  // namespace

std::string read_rule_text(const std::filesystem::path& path, const std::string& name, const std::atomic<bool>* stop) {
  const auto fail = [&](const std::string& why) { throw RuleError(fmt::format("{} {}", name, why)); };
  const Descriptor file(path);
  if (file.number() < 0) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  struct stat status = {};
  if (fstat(file.number(), &status) != 0) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) fail("cannot be read: it is a directory");
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) fail("cannot be read: it is no regular file");
  std::string text;
  while (true) {
    if (S_ISFIFO(status.st_mode)) wait_for_input(file.number(), stop);
    char piece[1 << 14];
    const ssize_t got = read(file.number(), piece, sizeof piece);
    if (got == 0) break;
    if (got < 0 && errno != EINTR && errno != EAGAIN) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (got > 0) text.append(piece, static_cast<std::size_t>(got));
    if (text.size() > kLongestRuleFile) fail(fmt::format("is longer than {}: no rule file", format_bytes(kLongestRuleFile)));
  }
  return without_byte_order_mark(std::move(text), name);
}

std::string without_byte_order_mark(std::string text, const std::string& name) {
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw RuleError(fmt::format("{} is UTF-16 text; a rule file is UTF-8", name));
  if (text.starts_with(kUtf8)) text.erase(0, kUtf8.size());
  return text;
}

bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

std::string shown_path(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path relative = path.is_absolute() ? std::filesystem::relative(path, error) : path;
  if (error || relative.empty() || *relative.begin() == "..") return path.string();
  return relative.string();
}

}  // namespace bouton::lua
