#include "engine/heap/whole_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "engine/errors.h"

namespace bouton {
namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  throw RequestError(fmt::format("cannot {} {}: {}", what, path.native(), std::strerror(errno)));
}

/// An open file. Closed without a look at what that says, unless close() was called.
class File {
 public:
  File(const std::filesystem::path& path, int flags) : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  bool write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  bool sync() { return fsync(descriptor_) == 0; }
  bool close() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

}  // namespace

void Checksum::add_word(std::uint64_t word) {
  hash_ = (hash_ ^ word) * 0x100000001B3;
  hash_ ^= hash_ >> 32;
}

void Checksum::add(std::string_view bytes) {
  length_ += bytes.size();
  std::size_t i = 0;
  for (; bytes_ != 0 && i < bytes.size(); ++i) {
    pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << 8 * bytes_;
    if (++bytes_ < 8) continue;
    add_word(std::exchange(pending_, 0));
    bytes_ = 0;
  }
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    for (unsigned byte = 0; byte < 8; ++byte)
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i + byte])) << 8 * byte;
    add_word(word);
  }
  for (; i < bytes.size(); ++i)
    pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << 8 * bytes_++;
}

std::uint64_t Checksum::value() const {
  Checksum last = *this;
  if (last.bytes_ != 0) last.add_word(last.pending_);
  last.add_word(length_);
  return last.hash_;
}

void write_whole_file(const std::filesystem::path& path, std::span<const std::string_view> pieces) {
  std::filesystem::path part = path;
  part += ".part";
  {
    File file(part, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.is_open()) fail("write to", part);
    for (const std::string_view piece : pieces)
      if (!file.write(piece)) fail("write to", part);
    if (!file.sync() || !file.close()) fail("write to", part);
  }
  if (rename(part.c_str(), path.c_str()) != 0) fail("write to", path);
  // So that the new name outlives a power cut. Some file systems have no such call: then it is as it is.
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (File directory(parent, O_RDONLY | O_DIRECTORY); directory.is_open()) directory.sync();
}

std::optional<std::string> read_whole_file(const std::filesystem::path& path) {
  File file(path, O_RDONLY);
  if (!file.is_open()) {
    if (errno == ENOENT) return std::nullopt;
    fail("read", path);
  }
  std::string bytes;
  if (struct stat status{}; fstat(file.get(), &status) == 0 && status.st_size > 0)
    bytes.reserve(static_cast<std::size_t>(status.st_size));
  std::string buffer(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path);
    if (count == 0) return bytes;
    bytes.append(buffer, 0, static_cast<std::size_t>(count));
  }
}

}  // namespace bouton
