#include "bindings/mpi/mpi_ranks.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Tags. Failures go to rank 0; it says that the run is over where the others wait for its first message.
constexpr int kMessage = 0, kFailure = 1, kOver = 2;

/// Messages of a rank that have not arrived: who is faster waits for who is slower.
constexpr std::size_t kMostSent = 4;
/// Bytes of one call: MPI counts in ints.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

[[noreturn]] void throw_file_error(const char* doing, const std::filesystem::path& path, int code) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  int kind = MPI_SUCCESS;
  MPI_Error_class(code, &kind);
  throw OutputError(
      fmt::format("cannot {} {}: {}", doing, path.native(), kind == MPI_ERR_NO_SPACE ? "No space left on device" : text));
}

/// Every rank opens the file for itself, so that one that fails before keeps nobody waiting.
class MpiFile final : public SharedFile {
 public:
  explicit MpiFile(std::filesystem::path path) : path_(std::move(path)) {
    const int code = MPI_File_open(MPI_COMM_SELF, path_.c_str(), MPI_MODE_RDWR, MPI_INFO_NULL, &file_);
    if (code != MPI_SUCCESS) throw_file_error("write to", path_, code);
  }
  ~MpiFile() override { MPI_File_close(&file_); }

  void write(std::uint64_t offset, std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::size_t now = std::min(bytes.size(), kMostBytes);
      MPI_Status status;
      const int code =
          MPI_File_write_at(file_, static_cast<MPI_Offset>(offset), bytes.data(), static_cast<int>(now), MPI_BYTE, &status);
      if (code != MPI_SUCCESS) throw_file_error("write to", path_, code);
      bytes.remove_prefix(taken(status, "write to"));
      offset += now;
    }
  }
  void read(std::uint64_t offset, std::span<char> bytes) override {
    while (!bytes.empty()) {
      const std::size_t now = std::min(bytes.size(), kMostBytes);
      MPI_Status status;
      const int code =
          MPI_File_read_at(file_, static_cast<MPI_Offset>(offset), bytes.data(), static_cast<int>(now), MPI_BYTE, &status);
      if (code != MPI_SUCCESS) throw_file_error("read from", path_, code);
      bytes = bytes.subspan(taken(status, "read from"));
      offset += now;
    }
  }
  void keep() override {
    const int code = MPI_File_sync(file_);
    if (code != MPI_SUCCESS) throw_file_error("write to", path_, code);
  }

 private:
  /// Of a call that did less than it was asked to, as where the disk is full, the caller must not go on as if it had done all.
  std::size_t taken(const MPI_Status& status, const char* doing) const {
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count <= 0)
      throw OutputError(fmt::format("cannot {} {}: the disk is full, or the file too short", doing, path_.native()));
    return static_cast<std::size_t>(count);
  }

  std::filesystem::path path_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace

MpiRanks::MpiRanks() {
  MPI_Comm_dup(MPI_COMM_WORLD, &messages_);
  MPI_Comm_rank(messages_, &rank_);
  MPI_Comm_size(messages_, &count_);
}

MpiRanks::~MpiRanks() { MPI_Comm_free(&messages_); }

void MpiRanks::check() {
  int there = 0;
  MPI_Status status;
  if (rank_ != 0) {
    if (!hears_of_end()) return;
    throw Error("rank 0 has ended the run");
  }
  MPI_Iprobe(MPI_ANY_SOURCE, kFailure, messages_, &there, &status);
  if (there == 0) return;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string why(static_cast<std::size_t>(length), '\0');
  MPI_Recv(why.data(), length, MPI_CHAR, status.MPI_SOURCE, kFailure, messages_, MPI_STATUS_IGNORE);
  throw Error(fmt::format("rank {}: {}", status.MPI_SOURCE, why));
}

bool MpiRanks::hears_of_end() {
  int there = 0;
  MPI_Iprobe(0, kOver, messages_, &there, MPI_STATUS_IGNORE);
  if (there != 0) MPI_Recv(&over_.emplace(), 1, MPI_INT, 0, kOver, messages_, MPI_STATUS_IGNORE);
  return over_.has_value();
}

void MpiRanks::drop_arrived() {
  while (!sent_.empty()) {
    int arrived = 0;
    MPI_Test(&sent_.front()->request, &arrived, MPI_STATUS_IGNORE);
    if (arrived == 0) return;
    sent_.pop_front();
  }
}

template <class Condition>
void MpiRanks::wait(const Budget& budget, Condition is_over) {
  // MPI's own waiting takes a whole processor.
  for (std::chrono::microseconds pause{5};; pause = std::min(pause * 2, std::chrono::microseconds(1000))) {
    check();
    drop_arrived();
    if (is_over()) return;
    budget.check_stop();
    std::this_thread::sleep_for(pause);
  }
}

void MpiRanks::send(int to, std::string message, const Budget& budget) {
  if (message.size() > kMostBytes) throw Error("a message to another rank is too long");
  wait(budget, [&] { return sent_.size() < kMostSent; });
  engaged_ = true;
  auto sent = std::make_unique<Sent>();
  sent->text = std::move(message);
  MPI_Issend(sent->text.data(), static_cast<int>(sent->text.size()), MPI_CHAR, to, kMessage, messages_, &sent->request);
  sent_.push_back(std::move(sent));
}

std::string MpiRanks::receive(int from, const Budget& budget) {
  MPI_Status status;
  wait(budget, [&] {
    int there = 0;
    MPI_Iprobe(from, kMessage, messages_, &there, &status);
    return there != 0;
  });
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string message(static_cast<std::size_t>(length), '\0');
  MPI_Recv(message.data(), length, MPI_CHAR, from, kMessage, messages_, MPI_STATUS_IGNORE);
  return message;
}

void MpiRanks::finish(int code) {
  // Ranks that wait for what this one knows do not come to an end of their own.
  if (rank_ == 0 && engaged_ && code != 0) MPI_Abort(MPI_COMM_WORLD, code);
  if (rank_ == 0 && code != 0)
    for (int rank = 1; rank < count_; ++rank) MPI_Send(&code, 1, MPI_INT, rank, kOver, messages_);
  if (over_) return;
  try {
    wait(Budget{}, [&] { return sent_.empty(); });
  } catch (const Error&) {
    // A rank that has sent nothing leaves the end to rank 0: whoever aborts a run ends it with another code, and what rank 0
    // has written may be lost.
    if (!over_ || !sent_.empty()) MPI_Abort(MPI_COMM_WORLD, over_.value_or(1));
  }
}

void MpiRanks::fail(std::string_view why) {
  if (over_) return;
  MPI_Send(why.data(), static_cast<int>(why.size()), MPI_CHAR, 0, kFailure, messages_);
  // Until rank 0 ends the run, which it may have done before it came to where it hears of failures.
  while (!hears_of_end()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::unique_ptr<SharedFile> MpiRanks::open(const std::filesystem::path& path) { return std::make_unique<MpiFile>(path); }

}  // namespace bouton
