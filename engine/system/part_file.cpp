#include "engine/system/part_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/system/whole_file.h"

namespace bouton {

PartFile::PartFile(const std::filesystem::path& file, const std::atomic<bool>* stop) : file_(file), stop_(stop) {
  std::error_code error;
  if (std::filesystem::is_symlink(file_, error)) file_ = std::filesystem::weakly_canonical(file_, error);
  part_ = file_;
  struct stat status = {};
  const bool there = stat(file_.c_str(), &status) == 0;
  if (there && !S_ISREG(status.st_mode))
    throw OutputError(fmt::format("{} is not a regular file, so Bouton cannot continue a part of it", file_.native()));
  if (there && access(file_.c_str(), W_OK) != 0) fail("write to");
  part_ += ".part";
  kept_ = access(part_.c_str(), F_OK) == 0;
  descriptor_ = open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("write to");
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor_, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN)) {
    close(std::exchange(descriptor_, -1));
    throw OutputError(fmt::format("another process writes {}", part_.native()));
  }
  if (there && fchmod(descriptor_, status.st_mode & 0777) != 0) fail("write to");
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) fail("write to");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  if (!kept_) unlink(part_.c_str());
  close(descriptor_);
}

void PartFile::fail(const char* doing) const {
  throw OutputError(fmt::format("cannot {} {}: {}", doing, part_.native(), std::strerror(errno)));
}

void PartFile::cut(std::uint64_t size) {
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("write to");
  size_ = size;
}

void PartFile::keep() {
  if (fsync(descriptor_) != 0) fail("write to");
  kept_ = true;
}

void PartFile::finish() {
  keep();
  if (rename(part_.c_str(), file_.c_str()) != 0) fail("rename");
  close(std::exchange(descriptor_, -1));
}

void PartFile::drop() {
  if (unlink(part_.c_str()) != 0) fail("delete");
  close(std::exchange(descriptor_, -1));
}

}  // namespace bouton
