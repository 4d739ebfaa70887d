// Boxes that are handed out piece by piece, in their order, as they are solved, so that no more is kept than what later
// positions need.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/values/table.h"

namespace bouton {

/// The course of such a run: how far it has come, and what another run needs to go on from there. A run asks `begun` once, at
/// its start; the values that follow must be those that the run before would have found.
class Course {
 public:
  /// Where a run begins that goes on with another one. `done` is 0 at the beginning of the box.
  struct Begun {
    std::uint64_t done = 0;  ///< positions of the box that are not handed out again
    std::string state;       ///< what `state` of reached() was there; bytes
  };

  Course() = default;
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  virtual Begun begun() const { return {}; }
  /// Called between pieces: the first `done` positions of the box have been handed out, and `state()`, called at once or not at
  /// all, is what a run needs to go on from here. Called on any thread, one at a time. May throw.
  virtual void reached(std::uint64_t done, const std::function<std::string()>& state);
};

/// Takes the values of a table, stripe by stripe: each position once, in the order of the box. May throw, which ends the run.
class StripeSink : public Course {
 public:
  /// Comes first. No value will be greater than `greatest`.
  virtual void begin(std::uint32_t greatest) = 0;
  /// The values of the next positions: Grundy values, remotenesses, or outcomes as their enumerators' numbers. No position is
  /// invalid, no value infinite.
  virtual void take(std::span<const std::uint32_t> cells) = 0;
  /// The outcomes of the next positions, all in one row of the box: bit `first` + i of `bits` (the least first) is 1 where the
  /// i-th of `count` is P. Taken as cells unless the sink knows better.
  virtual void take_outcomes(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count);
  /// The values from number `first` on that an earlier run has handed out, for a run that goes on with it; `first` is never
  /// less than in the call before. Only asked for positions below begun().done, and only of Grundy values.
  virtual void read(std::uint64_t first, std::span<std::uint32_t> cells);
};

/// Outcomes that are bits, `first` and those behind it, 1 for P, as the enumerators' numbers, some at a time.
void visit_outcome_cells(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count,
                         const std::function<void(std::span<const std::uint32_t>)>& visit);

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

}  // namespace bouton
