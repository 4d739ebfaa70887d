// How far a run over a box of positions has come, and what another run goes on from.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace bouton {

/// A run that hands out what it finds in the order of the box: how far it has come, and what another run needs to
/// go on from there. A run asks `begun` once, at its start; what follows must be what the run before would have found.
class ResumableRun {
 public:
  /// Where a run begins that goes on with another one. `done` is 0 at the beginning of the box.
  struct Begun {
    std::uint64_t done = 0;  ///< positions of the box that are not handed out again
    std::string state;       ///< what `state` of reached() was there; bytes
  };

  ResumableRun() = default;
  virtual ~ResumableRun() = default;
  ResumableRun(const ResumableRun&) = delete;
  ResumableRun& operator=(const ResumableRun&) = delete;

  virtual Begun begun() const { return {}; }
  /// Whether another run may go on with this one, so that it matters that reached() is called.
  virtual bool may_be_continued() const { return false; }
  /// Called between pieces: the first `done` positions of the box have been handed out, and `state()`, called at once or not at
  /// all, is what a run needs to go on from here. Called on any thread, one at a time. May throw.
  virtual void reached(std::uint64_t /*done*/, const std::function<std::string()>& /*state*/) {}
};

/// Numbers of a fixed size as bytes of a state, one after another.
class StateWriter {
 public:
  template <class T>
  void add(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  template <class T>
  void add(const T& value) {
    add(std::span<const T>(&value, 1));
  }
  std::string take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

/// Reads what a StateWriter of the same program wrote. Throws RequestError where it ends too early or too late.
class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  void get(std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    get_bytes(reinterpret_cast<char*>(values.data()), values.size_bytes());
  }
  template <class T>
  T get() {
    T value{};
    get(std::span<T>(&value, 1));
    return value;
  }
  void finish() const;

 private:
  void get_bytes(char* to, std::size_t count);

  std::string_view bytes_;
};

/// For states, and values of earlier runs, that are not of this table.
[[noreturn]] void refuse_state();

}  // namespace bouton
