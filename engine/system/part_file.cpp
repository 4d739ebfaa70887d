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
  descriptor_ = open(part_.c_str(), O_RDWR | O_CLOEXEC);
  was_there_ = has_name_ = descriptor_ >= 0;
  if (descriptor_ < 0 && errno != ENOENT) fail("write to");
  if (!was_there_) open_new();
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor_, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN)) {
    close(std::exchange(descriptor_, -1));
    throw OutputError(fmt::format("another process writes {}", part_.native()));
  }
  if (there && !was_there_ && fchmod(descriptor_, status.st_mode & 0777) != 0) fail("write to");
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) fail("write to");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void PartFile::open_new() {
#ifdef __linux__
  const std::filesystem::path folder = part_.has_parent_path() ? part_.parent_path() : ".";
  if (access("/proc/self/fd", X_OK) == 0) descriptor_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor_ >= 0) return;
#endif
  make_hidden([&](const char* name) {
    descriptor_ = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return descriptor_ >= 0;
  });
}

template <class Make>
void PartFile::make_hidden(Make make) {
  constexpr int kAttempts = 100;
  for (int attempt = 0;; ++attempt) {
    std::filesystem::path name = part_.parent_path() / fmt::format(".{}.{}.{}", part_.filename().native(), getpid(), attempt);
    if (make(name.c_str())) {
      hidden_ = std::move(name);
      return;
    }
    if (errno != EEXIST || attempt == kAttempts) fail("create");
  }
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  if (!hidden_.empty()) unlink(hidden_.c_str());
  if (has_name_ && !was_there_ && !kept_) unlink(part_.c_str());
  close(descriptor_);
}

void PartFile::fail(const char* doing) const {
  throw OutputError(fmt::format("cannot {} {}: {}", doing, part_.native(), std::strerror(errno)));
}

void PartFile::go_on(std::uint64_t size) {
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("write to");
  size_ = size;
}

void PartFile::keep() {
  if (!has_name_ && access(part_.c_str(), F_OK) == 0) {
    errno = EEXIST;
    fail("create");
  }
  if (fsync(descriptor_) != 0) fail("write to");
  kept_ = true;
}

bool PartFile::link_to(const char* name) const {
  const std::string own = hidden_.empty() ? fmt::format("/proc/self/fd/{}", descriptor_) : hidden_.native();
  return linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

void PartFile::show() {
  if (has_name_) return;
  if (link_to(part_.c_str())) {
    if (!hidden_.empty()) unlink(hidden_.c_str());
  } else if (errno == EEXIST || hidden_.empty() || rename(hidden_.c_str(), part_.c_str()) != 0) {
    fail("create");  // some file systems have no links
  }
  hidden_.clear();
  has_name_ = true;
}

void PartFile::finish() {
  if (fsync(descriptor_) != 0) fail("write to");
  // Nothing says what a part is that was never shown: it does not get that name now.
  if (!has_name_ && hidden_.empty()) make_hidden([this](const char* name) { return link_to(name); });
  if (rename(has_name_ ? part_.c_str() : hidden_.c_str(), file_.c_str()) != 0) fail("rename");
  hidden_.clear();
  close(std::exchange(descriptor_, -1));
}

void PartFile::drop() {
  if (has_name_ && unlink(part_.c_str()) != 0) fail("delete");
  if (!hidden_.empty()) unlink(hidden_.c_str());
  close(std::exchange(descriptor_, -1));
}

}  // namespace bouton
