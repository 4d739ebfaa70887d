// Each worker is a process at the other end of a pair of sockets. It is sent numbers of items, and answers with a byte (0: a
// result, 1: an error), the length of a text in eight bytes, and the text.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/farm/farm.h"
#include "engine/system/processes.h"

namespace bouton {
namespace {

/// Reads or writes all `bytes`; false where the other end is gone.
template <class Transfer, class Byte>
bool transfer_all(Transfer transfer, int descriptor, Byte* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t moved = transfer(descriptor, bytes, size);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return false;
    bytes += moved;
    size -= static_cast<std::size_t>(moved);
  }
  return true;
}

bool read_all(int descriptor, void* bytes, std::size_t size) {
  return transfer_all([](int d, char* to, std::size_t n) { return ::recv(d, to, n, 0); }, descriptor, static_cast<char*>(bytes),
                      size);
}
bool write_all(int descriptor, const void* bytes, std::size_t size) {
  return transfer_all(&send_to, descriptor, static_cast<const char*>(bytes), size);
}

enum class Kind : char { result, error };

struct Message {
  Kind kind = Kind::result;
  std::string text;

  bool send(int to) const {
    const char first = static_cast<char>(kind);
    const std::uint64_t length = text.size();
    return write_all(to, &first, 1) && write_all(to, &length, sizeof length) && write_all(to, text.data(), text.size());
  }
  static std::optional<Message> receive(int from) {
    char first = 0;
    std::uint64_t length = 0;
    if (!read_all(from, &first, 1) || !read_all(from, &length, sizeof length)) return std::nullopt;
    Message message{static_cast<Kind>(first), std::string(length, '\0')};
    if (!read_all(from, message.text.data(), length)) return std::nullopt;
    return message;
  }
};

/// In the new process: does the work of the numbers that come until none comes any more.
[[noreturn]] void serve(int socket, const Farm::Work& work) {
  end_with_parent();
  std::uint64_t item = 0;
  while (read_all(socket, &item, sizeof item)) {
    Message message;
    try {
      message.text = work(item);
    } catch (const std::exception& error) {
      message = {Kind::error, error.what()};
    }
    if (!message.send(socket)) break;
  }
  _exit(0);  // what this process has not written yet is the other one's
}

class Process {
 public:
  Process(const Farm::Work& work, const std::vector<Process>& others) {
    std::array<int, 2> ends{};
    if (!make_socket_pair(ends)) throw Error("no sockets are left for a worker");
    id_ = fork();
    if (id_ == 0) {
      for (const Process& other : others) ::close(other.socket_);
      ::close(ends[0]);
      serve(ends[1], work);
    }
    ::close(ends[1]);
    socket_ = ends[0];
    if (id_ < 0) {
      ::close(socket_);
      throw Error("the system starts no more processes");
    }
  }
  ~Process() {
    if (socket_ < 0) return;
    ::close(socket_);
    if (item_) ::kill(id_, SIGKILL);
    while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {}
  }
  Process(Process&& other) noexcept
      : id_(other.id_), socket_(std::exchange(other.socket_, -1)), item_(std::exchange(other.item_, std::nullopt)) {}
  Process& operator=(Process&&) = delete;

  int socket() const { return socket_; }
  std::optional<std::uint64_t> item() const { return item_; }
  void begin(std::uint64_t item) {
    item_ = item;
    write_all(socket_, &item, sizeof item);  // where it is gone, that is seen when its answer is read
  }
  std::optional<Message> answer() {
    std::optional<Message> message = Message::receive(socket_);
    if (message) item_.reset();
    return message;
  }

 private:
  pid_t id_ = -1;
  int socket_ = -1;
  std::optional<std::uint64_t> item_;  ///< that it works at
};

class ProcessFarm final : public Farm {
 public:
  explicit ProcessFarm(unsigned workers) : workers_(std::max(1U, workers)) {}

  void run(const Items& items, const Work& work, const Done& done, const Budget& budget) override {
    if (workers_ == 1 || items.size() < 2) work_here(items, work, done, budget);
    else run_apart(items, work, done, budget);
  }

 private:
  void run_apart(const Items& items, const Work& work, const Done& done, const Budget& budget) const {
    std::vector<Process> processes;
    std::size_t next = 0, finished = 0;
    for (unsigned i = 0; i < workers_ && i < items.size(); ++i) processes.emplace_back(work, processes);
    for (Process& process : processes) process.begin(items[next++]);
    std::vector<pollfd> sockets;
    while (finished < items.size()) {
      budget.check_stop();
      sockets.clear();
      for (const Process& process : processes) sockets.push_back({process.item() ? process.socket() : -1, POLLIN, 0});
      constexpr int kMilliseconds = 100;
      if (::poll(sockets.data(), sockets.size(), kMilliseconds) <= 0) continue;
      for (std::size_t i = 0; i < processes.size(); ++i) {
        if (sockets[i].fd < 0 || sockets[i].revents == 0) continue;
        take(processes[i], done);
        budget.report("items", ++finished, items.size());
        if (next < items.size()) processes[i].begin(items[next++]);
      }
    }
  }

  static void take(Process& process, const Done& done) {
    const std::uint64_t item = *process.item();
    const std::optional<Message> answer = process.answer();
    if (!answer) throw item_error(item, "its worker ended without a result");
    if (answer->kind == Kind::error) throw item_error(item, answer->text);
    done(item, answer->text);
  }

  unsigned workers_;
};

}  // namespace

std::unique_ptr<Farm> process_farm(unsigned workers) { return std::make_unique<ProcessFarm>(workers); }

}  // namespace bouton
