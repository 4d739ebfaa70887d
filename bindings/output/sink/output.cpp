#include "bindings/output/sink/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "bindings/output/sink/interrupt.h"
#include "engine/system/part_file.h"
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
class File : public Output, public Written {
 public:
  File(const std::filesystem::path& path, WholeFile::Existing existing)
      : path_(path), existing_(existing), file_(path, existing, &interrupted()) {}
  void finish() override {
    flush();
    (again_ ? *again_ : file_).finish();
  }
  Written* written() override { return file_.is_beside() ? this : nullptr; }

  std::uint64_t size() override {
    flush();
    return size_;
  }
  void read(std::uint64_t offset, std::span<char> bytes) override {
    if (!again_) flush();
    file_.read(offset, bytes);
  }
  void replace(std::uint64_t offset, std::string_view bytes) override {
    flush();
    file_.replace(offset, bytes);
  }
  void begin_again() override {
    flush();
    again_.emplace(path_, existing_, &interrupted());
  }

 protected:
  void put(std::string_view bytes) override {
    (again_ ? *again_ : file_).write(bytes);
    if (!again_) size_ += bytes.size();
  }

 private:
  std::filesystem::path path_;
  WholeFile::Existing existing_;
  WholeFile file_;
  std::optional<WholeFile> again_;
  std::uint64_t size_ = 0;
};

/// A file that several runs write.
class PartOutput : public Output, public Written {
 public:
  PartOutput(const std::filesystem::path& path, std::filesystem::path checkpoint)
      : path_(path), checkpoint_(std::move(checkpoint)), file_(path, &interrupted()) {}
  void finish() override {
    flush();
    if (again_) {
      again_->finish();
      file_.drop();
    } else {
      file_.finish();
    }
    std::error_code error;
    std::filesystem::remove(checkpoint_, error);  // what is left of it does no harm
  }
  Written* written() override { return this; }

  std::uint64_t size() override {
    flush();
    return file_.size();
  }
  void read(std::uint64_t offset, std::span<char> bytes) override {
    if (!again_) flush();
    file_.read(offset, bytes);
  }
  void replace(std::uint64_t offset, std::string_view bytes) override {
    flush();
    file_.replace(offset, bytes);
  }
  void begin_again() override {
    flush();
    again_.emplace(path_, WholeFile::Existing::replace, &interrupted());
  }
  void cut(std::uint64_t size) override { file_.cut(size); }
  void keep() override {
    flush();
    file_.keep();
  }

 protected:
  void put(std::string_view bytes) override {
    if (again_) again_->write(bytes);
    else file_.write(bytes);
  }

 private:
  std::filesystem::path path_, checkpoint_;
  PartFile file_;
  std::optional<WholeFile> again_;
};

}  // namespace

void Written::cut(std::uint64_t) {}

void Written::keep() {}

std::unique_ptr<Output> open_part_output(const std::filesystem::path& file, const std::filesystem::path& checkpoint) {
  return std::make_unique<PartOutput>(file, checkpoint);
}

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
