#include "bindings/output/sink/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "bindings/output/sink/interrupt.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

/// Standard output, as it is.
class StandardOutput : public Output {
 public:
  explicit StandardOutput(std::function<void()> before) : before_(std::move(before)) {}
  void finish() override { flush(); }

 protected:
  void put(std::string_view bytes) override {
    check_interrupt();
    if (before_) before_();
    while (!bytes.empty()) {
      const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
      if (written >= 0) bytes.remove_prefix(static_cast<std::size_t>(written));
      else if (errno == EINTR) check_interrupt();
      else if (errno == EPIPE) throw ReaderGone();
      else throw OutputError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    }
  }

 private:
  std::function<void()> before_;
};

/// A file that appears whole or not at all.
class File : public Output {
 public:
  File(const std::filesystem::path& path, WholeFile::Existing existing) : file_(path, existing, &interrupted()) {}
  void finish() override {
    flush();
    file_.finish();
  }

 protected:
  void put(std::string_view bytes) override { file_.write(bytes); }

 private:
  WholeFile file_;
};

}  // namespace

std::unique_ptr<Output> open_output(const std::optional<std::filesystem::path>& file, std::function<void()> before_printing) {
  if (!file) return std::make_unique<StandardOutput>(std::move(before_printing));
  return std::make_unique<File>(*file, WholeFile::Existing::replace);
}

std::unique_ptr<Output> create_output(const std::filesystem::path& file) {
  return std::make_unique<File>(file, WholeFile::Existing::keep);
}

void flush_stdout() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  if (errno == EPIPE) throw ReaderGone();
  throw OutputError(errno == 0 ? "cannot write to standard output"
                               : fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Standard output for reading only: writing to it is then still the error that it should be.
    const int opened = open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != stream) close(opened);
  }
}

}  // namespace bouton
