#include "bindings/output/sink/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "bindings/output/sink/interrupt.h"
#include "engine/kept/placed_checksum.h"
#include "engine/kept/record_file.h"
#include "engine/system/part_file.h"
#include "engine/system/standard_streams.h"
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
      const std::ptrdiff_t written = write_stream(Stream::output, bytes);
      if (written >= 0) bytes.remove_prefix(static_cast<std::size_t>(written));
      else if (errno == EINTR) check_interrupt();
      else if (errno == EPIPE) throw ReaderGone();
      else throw OutputError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    }
  }

 private:
  std::function<void()> before_;
};

/// What is written to a file, WholeFile or PartFile, that can be read again and changed; then perhaps to another one that takes
/// its place.
template <class Disk>
class FileOutput : public Output, public Written {
 public:
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
  template <class... Arguments>
  FileOutput(const std::filesystem::path& path, WholeFile::Existing existing, Arguments... arguments)
      : path_(path), existing_(existing), file_(path, arguments..., &interrupted()) {}

  void put(std::string_view bytes) override {
    if (again_) again_->write(bytes);
    else file_.write(bytes);
  }
  Disk& file() { return file_; }
  const Disk& file() const { return file_; }
  std::optional<WholeFile>& again() { return again_; }

 private:
  std::filesystem::path path_;
  WholeFile::Existing existing_;
  Disk file_;
  std::optional<WholeFile> again_;
};

/// A file that appears whole or not at all.
class File : public FileOutput<WholeFile> {
 public:
  File(const std::filesystem::path& path, WholeFile::Existing existing) : FileOutput(path, existing, existing) {}
  void finish() override {
    flush();
    (again() ? *again() : file()).finish();
  }
  Written* written() override { return file().is_beside() ? this : nullptr; }

  std::uint64_t size() override {
    flush();
    return size_;
  }

 protected:
  void put(std::string_view bytes) override {
    FileOutput::put(bytes);
    if (!again()) size_ += bytes.size();
  }

 private:
  std::uint64_t size_ = 0;
};

/// A file that several runs write.
class PartOutput : public FileOutput<PartFile> {
 public:
  PartOutput(const std::filesystem::path& path, std::filesystem::path checkpoint)
      : FileOutput(path, WholeFile::Existing::replace), checkpoint_(std::move(checkpoint)) {}
  void finish() override {
    flush();
    if (again()) {
      again()->finish();
      file().drop();
    } else {
      file().finish();
    }
    std::error_code error;
    if (is_file_of_output(checkpoint_)) std::filesystem::remove(checkpoint_, error);  // what is left of it does no harm
  }
  Written* written() override { return this; }

  std::uint64_t size() override {
    flush();
    return file().size();
  }
  bool has_part() const override { return file().was_there(); }
  void begin() override {
    if (has_part())
      throw RequestError(
          fmt::format("{} is there, and nothing says which work it is a part of; delete it, or call it "
                      "something else, to begin at the beginning",
                      file().path().string()));
  }
  bool go_on(std::uint64_t size, std::uint64_t checksum, bool checked) override {
    if (file().size() < size) return false;
    if (checked) {
      std::string piece;
      for (std::uint64_t done = 0; done < size; done += piece.size()) {
        piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size - done, std::uint64_t{1} << 20)));
        file().read(done, piece);
        checksum_.add(done, piece);
      }
      if (checksum_.value() != checksum) return false;
    }
    file().go_on(size);
    return true;
  }
  std::uint64_t checksum() override {
    flush();
    return checksum_.value();
  }
  void keep() override {
    flush();
    file().keep();
  }
  void show() override { file().show(); }

 protected:
  void put(std::string_view bytes) override {
    if (!again()) checksum_.add(file().size(), bytes);
    FileOutput::put(bytes);
  }

 private:
  std::filesystem::path checkpoint_;
  PlacedChecksum checksum_;
};

}  // namespace

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

}  // namespace bouton
