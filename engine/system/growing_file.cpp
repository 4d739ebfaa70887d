#include "engine/system/growing_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "engine/base/errors.h"

namespace bouton {

GrowingFile::GrowingFile(std::filesystem::path path, std::uint64_t size) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ >= 0 && ::ftruncate(descriptor_, static_cast<off_t>(size)) == 0 && ::lseek(descriptor_, 0, SEEK_END) >= 0)
    return;
  const int error = errno;
  if (descriptor_ >= 0) ::close(descriptor_);
  errno = error;
  fail();
}

GrowingFile::~GrowingFile() { ::close(descriptor_); }

void GrowingFile::fail() const { throw OutputError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno))); }

void GrowingFile::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace bouton
