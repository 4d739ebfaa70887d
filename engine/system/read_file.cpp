#include "engine/system/read_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// An open file, closed at the end. Opening does not wait for a pipe's other end.
class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
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
void wait_for_input(int file, const Budget& budget) {
  constexpr int kMilliseconds = 50;
  pollfd waiting{file, POLLIN, 0};
  do budget.check_stop();
  while (poll(&waiting, 1, kMilliseconds) <= 0);
}

FileBytes unreadable(std::string why) { return {FileBytes::Result::unreadable, {}, std::move(why)}; }

}  // namespace

FileBytes read_bytes(const std::filesystem::path& path, const Budget& budget, Pipes pipes, std::size_t most) {
  budget.check_stop();
  const Descriptor file(path);
  if (file.number() < 0 && errno == ENOENT) return {FileBytes::Result::missing, {}, {}};
  struct stat status = {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0) return unreadable(std::strerror(errno));
  const bool is_pipe = S_ISFIFO(status.st_mode) && pipes == Pipes::read;
  if (S_ISDIR(status.st_mode)) return unreadable("it is a directory");
  if (!S_ISREG(status.st_mode) && !is_pipe) return unreadable("it is not a regular file");
  if (is_pipe) most = std::min(most, kLongestPipe);
  const std::string what = fmt::format("reading {}", path.native());
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (size > most) return {FileBytes::Result::too_long, {}, {}};
  FileBytes read;
  if (!is_pipe) {
    budget.check_memory(size, what);
    read.bytes.reserve(size);
  }
  std::string buffer(std::size_t{1} << 16, '\0');
  while (true) {
    if (is_pipe) wait_for_input(file.number(), budget);
    else budget.check_stop();
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return unreadable(std::strerror(errno));
    if (count == 0) return read;
    const std::size_t together = read.bytes.size() + static_cast<std::size_t>(count);
    if (together > most) return {FileBytes::Result::too_long, {}, {}};
    budget.check_memory(together, what);
    read.bytes.append(buffer, 0, static_cast<std::size_t>(count));
  }
}

int open_to_read(const std::filesystem::path& path) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }

std::string read_head(const std::filesystem::path& path, std::size_t most) {
  const Descriptor file(path);
  struct stat status = {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  std::string head(most, '\0');
  std::size_t got = 0;
  while (got < most) {
    const ssize_t count = ::read(file.number(), head.data() + got, most - got);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    got += static_cast<std::size_t>(count);
  }
  head.resize(got);
  return head;
}

}  // namespace bouton
