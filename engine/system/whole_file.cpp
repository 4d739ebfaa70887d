#include "engine/system/whole_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <random>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// The names of the files that are being written, where a signal handler can read them: in plain memory, each with a word that
/// says whether it is whole. Files beyond so many, and names too long, are not remembered.
struct FileSlot {
  enum State { kFree, kBeingFilled, kHoldsName };
  std::atomic<int> state{kFree};
  char name[PATH_MAX];
};
static_assert(std::atomic<int>::is_always_lock_free);
std::array<FileSlot, 16> unfinished;

int remember(const std::string& name) {
  if (name.size() >= PATH_MAX) return -1;
  for (std::size_t i = 0; i < unfinished.size(); ++i) {
    int expected = FileSlot::kFree;
    if (!unfinished[i].state.compare_exchange_strong(expected, FileSlot::kBeingFilled)) continue;
    std::memcpy(unfinished[i].name, name.c_str(), name.size() + 1);
    unfinished[i].state = FileSlot::kHoldsName;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int& slot) {
  if (slot >= 0) unfinished[static_cast<std::size_t>(slot)].state = FileSlot::kFree;
  slot = -1;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// The number N of /dev/fd/N or of whatever else stands for an open file of this process; -1 if `path` does not.
int own_descriptor(const std::filesystem::path& path) {
  const std::string name = path.filename().native();
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size() || number < 0) return -1;
  struct stat folder = {}, own = {};
  if (stat(folder_of(path).c_str(), &folder) != 0 || stat("/proc/self/fd", &own) != 0) return -1;
  return folder.st_dev == own.st_dev && folder.st_ino == own.st_ino ? number : -1;
}

/// A neighbour's name that nobody else has: at most as long as file systems allow.
std::filesystem::path name_beside(const std::filesystem::path& target, std::random_device& random) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t kMostOfName = 200;
  std::string name = "." + target.filename().native().substr(0, kMostOfName) + ".";
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1);
  for (int i = 0; i < 8; ++i) name += kLetters[letter(random)];
  return target.parent_path() / name;
}

}  // namespace

bool read_at(int descriptor, std::uint64_t offset, std::span<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count == 0) errno = EIO;  // it is shorter than it was
    if (count == 0 || (count < 0 && errno != EINTR)) return false;
    if (count < 0) continue;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return true;
}

bool write_at(int descriptor, std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno != EINTR) return false;
    if (count < 0) continue;
    bytes.remove_prefix(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return true;
}

void WholeFile::fail(const char* doing) const {
  throw OutputError(fmt::format("cannot {} {}: {}", doing, named_.native(), std::strerror(errno)));
}

WholeFile::WholeFile(const std::filesystem::path& path, Existing existing, const std::atomic<bool>* stop)
    : named_(path), target_(path), existing_(existing), stop_(stop) {
  constexpr int kMostLinks = 40;
  struct stat status = {};
  for (int links = 0;; ++links) {
    if (existing_ == Existing::keep) {
      if (lstat(target_.c_str(), &status) == 0) {
        errno = EEXIST;
        fail("create");
      }
      break;
    }
    if (const int own = own_descriptor(target_); own >= 0) {
      open_directly(own);
      return;
    }
    if (lstat(target_.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) break;
    std::error_code error;
    const std::filesystem::path next = std::filesystem::read_symlink(target_, error);
    errno = links == kMostLinks ? ELOOP : error.value();
    if (errno != 0) fail("write to");
    target_ = next.is_absolute() ? next : target_.parent_path() / next;
  }
  if (stat(target_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) open_directly(-1);
  else open_beside();
}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!beside_.empty()) unlink(beside_.c_str());
  forget(slot_);
}

/// A descriptor of the process shares its place in the file with its other users, as it does in a shell's redirections.
void WholeFile::open_directly(int own) {
  do {
    check_stop();  // opening a pipe waits for who reads it
    descriptor_ = own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 3) : open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } while (descriptor_ < 0 && errno == EINTR);
  if (descriptor_ < 0) fail("write to");
}

/// False where the file system has no such files, or they cannot be named later.
bool WholeFile::open_without_name([[maybe_unused]] mode_t mode) {
#ifdef __linux__
  if (access("/proc/self/fd", X_OK) != 0) return false;
  descriptor_ = open(folder_of(target_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  return nameless_ = descriptor_ >= 0;
#else
  return false;
#endif
}

/// Calls `make` with names of neighbours until it makes one that nobody had; false, with errno, where it cannot.
template <class Make>
bool WholeFile::make_name_beside(Make make) {
  constexpr int kAttempts = 100;
  std::random_device random;
  for (int attempt = 0;; ++attempt) {
    beside_ = name_beside(target_, random);
    slot_ = remember(beside_.native());
    if (make(beside_.c_str())) return true;
    const int error = errno;
    forget(slot_);
    beside_.clear();
    errno = error;
    if (error != EEXIST || attempt == kAttempts) return false;
  }
}

void WholeFile::open_beside() {
  if (!target_.has_filename()) {
    errno = named_.empty() ? ENOENT : EISDIR;
    fail("write to");
  }
  // Replacing a file takes no leave to write to it, but whoever took that leave away meant it.
  const int before = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (before < 0 && errno != ENOENT) fail("write to");
  const mode_t mode = before < 0 ? 0666 : 0600;
  const auto make = [&](const char* name) {
    descriptor_ = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    return descriptor_ >= 0;
  };
  if (!open_without_name(mode) && !make_name_beside(make)) {
    const int error = errno;
    if (before >= 0) close(before);
    errno = error;
    fail(before >= 0 ? "write to" : "create");
  }
  if (before < 0) return;
  keep_owner_and_mode(before);
  close(before);
}

/// Some file systems have neither, and owners are given away by root alone: the content matters more.
void WholeFile::keep_owner_and_mode(int before_descriptor) {
  struct stat before = {}, now = {};
  if (fstat(before_descriptor, &before) != 0 || fstat(descriptor_, &now) != 0) return;
  bool same_owner = before.st_uid == now.st_uid && before.st_gid == now.st_gid;
  if (!same_owner) same_owner = fchown(descriptor_, before.st_uid, before.st_gid) == 0;
  const mode_t mode = before.st_mode & (same_owner ? 07777 : 0777);
  if (fchmod(descriptor_, mode) != 0) return;
}

void WholeFile::write(std::string_view bytes) {
  check_stop();
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
      written_ += static_cast<std::uint64_t>(written);
    } else if (errno == EINTR) {
      check_stop();
    } else if (errno == EPIPE) {
      throw ReaderGone();
    } else {
      fail("write to");
    }
  }
  if (is_beside()) begin_to_keep();
}

/// Lets the disk begin before finish() waits for it. Whether it does makes no difference but time.
void WholeFile::begin_to_keep() {
#ifdef __linux__
  constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 22;
  if (written_ - asked_ < kAtOnce) return;
  sync_file_range(descriptor_, static_cast<off_t>(asked_), static_cast<off_t>(written_ - asked_), SYNC_FILE_RANGE_WRITE);
  asked_ = written_;
#endif
}

void WholeFile::finish() {
  check_stop();
  if ((nameless_ || !beside_.empty()) && fsync(descriptor_) != 0) fail("write to");
  const auto name = [this](const char* path) {
    return linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", descriptor_).c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
  };
  if (nameless_ && !make_name_beside(name)) fail("create");
  if (close(std::exchange(descriptor_, -1)) != 0) fail("write to");
  if (beside_.empty()) return;
  check_stop();
  if (existing_ == Existing::keep) {
    if (linkat(AT_FDCWD, beside_.c_str(), AT_FDCWD, target_.c_str(), 0) != 0) fail("create");
    unlink(beside_.c_str());
  } else if (rename(beside_.c_str(), target_.c_str()) != 0) {
    fail("write to");
  }
  beside_.clear();
  forget(slot_);
  // So that the new name outlives a power cut. Some file systems have no such call: then it is as it is.
  if (const int folder = open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    fsync(folder);
    close(folder);
  }
}

void remove_unfinished_files() noexcept {
  for (const FileSlot& slot : unfinished)
    if (slot.state == FileSlot::kHoldsName) unlink(slot.name);
}

}  // namespace bouton
