#include "bindings/output/output.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bindings/output/interrupt.h"

namespace bouton {
namespace {

[[noreturn]] void fail(std::string_view doing, std::string_view what) {
  throw OutputError(fmt::format("cannot {} {}: {}", doing, what, std::strerror(errno)));
}

void write_all(int file, std::string_view bytes, std::string_view name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EINTR) {
      check_interrupt();
    } else if (errno == EPIPE) {
      throw ReaderGone();
    } else {
      fail("write to", name);
    }
  }
}

/// A descriptor that is written to as it is.
class Stream : public Output {
 public:
  Stream(int file, std::string name) : file_(file), name_(std::move(name)) {}
  ~Stream() override {
    if (file_ > STDERR_FILENO) close(file_);
  }
  void finish() override {
    flush();
    if (file_ > STDERR_FILENO && close(std::exchange(file_, -1)) != 0) fail("write to", name_);
  }

 protected:
  void put(std::string_view bytes) override {
    check_interrupt();
    write_all(file_, bytes, name_);
  }

 private:
  int file_;
  std::string name_;
};

/// A file that takes its name only when it is whole.
class WholeFile : public Output {
 public:
  enum class Existing { replace, keep };

  WholeFile(const std::filesystem::path& file, Existing existing) : file_(file), existing_(existing) {
    // A name of its own for each run, so that two runs with the same target do not write into each other.
    std::string temporary = (file_.parent_path() / ("." + file_.filename().native() + ".XXXXXX")).native();
    descriptor_ = mkstemp(temporary.data());
    if (descriptor_ < 0) fail("create", file_.native());
    temporary_ = temporary;
    remove_if_killed(temporary_);
    set_mode();
  }
  ~WholeFile() override {
    if (descriptor_ >= 0) close(descriptor_);
    if (!temporary_.empty()) discard();
  }
  void finish() override {
    flush();
    if (fsync(descriptor_) != 0) fail("write to", file_.native());
    if (close(std::exchange(descriptor_, -1)) != 0) fail("write to", file_.native());
    check_interrupt();
    if (existing_ == Existing::keep) {
      if (link(temporary_.c_str(), file_.c_str()) != 0) fail("create", file_.native());
      discard();
      return;
    }
    if (rename(temporary_.c_str(), file_.c_str()) != 0) fail("write to", file_.native());
    temporary_.clear();
    remove_if_killed({});
  }

 protected:
  void put(std::string_view bytes) override {
    check_interrupt();
    write_all(descriptor_, bytes, file_.native());
  }

 private:
  /// The mode of the file that is replaced, or that of any new file: mkstemp keeps everybody else out.
  void set_mode() {
    struct stat before = {};
    mode_t mode = 0;
    if (stat(file_.c_str(), &before) == 0) {
      mode = before.st_mode & 07777;
    } else {
      const mode_t mask = umask(0);
      umask(mask);
      mode = 0666 & ~mask;
    }
    if (fchmod(descriptor_, mode) != 0) {
      // Some file systems have no modes; the content matters more.
    }
  }
  void discard() {
    unlink(temporary_.c_str());
    temporary_.clear();
    remove_if_killed({});
  }

  std::filesystem::path file_, temporary_;
  Existing existing_;
  int descriptor_ = -1;
};

/// The file that `file` names when links are followed, so that a link is not replaced by what it should point to.
std::filesystem::path follow_links(std::filesystem::path file) {
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(file, error); ++links) {
    const std::filesystem::path target = std::filesystem::read_symlink(file, error);
    if (error) break;
    file = target.is_absolute() ? target : file.parent_path() / target;
  }
  return file;
}

}  // namespace

std::unique_ptr<Output> open_output(const std::optional<std::filesystem::path>& file) {
  if (!file) return std::make_unique<Stream>(STDOUT_FILENO, "standard output");
  struct stat status = {};
  if (stat(file->c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    const int descriptor = open(file->c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail("write to", file->native());
    return std::make_unique<Stream>(descriptor, file->native());
  }
  return std::make_unique<WholeFile>(follow_links(*file), WholeFile::Existing::replace);
}

std::unique_ptr<Output> create_output(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(file, error))) {
    errno = EEXIST;
    fail("create", file.native());
  }
  return std::make_unique<WholeFile>(file, WholeFile::Existing::keep);
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
