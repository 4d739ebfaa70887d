// A position of a game: a short vector of integers.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace bouton {

/// One number of a position: the size of a heap, a limit, a name's index.
using Coordinate = std::int64_t;

/// Coordinates that somebody else owns. Valid only as long as the owner does not change.
using PositionView = std::span<const Coordinate>;

/// Coordinates that it owns. Up to kInline of them are kept without an allocation.
/// Ordered lexicographically; a prefix comes before what it begins.
class Position {
 public:
  static constexpr std::size_t kInline = 6;

  Position() = default;
  Position(std::initializer_list<Coordinate> coordinates) : Position(PositionView(coordinates.begin(), coordinates.size())) {}
  explicit Position(PositionView coordinates) { assign(coordinates); }
  Position(const Position& other) { assign(other); }
  Position(Position&& other) noexcept : size_(other.size_), capacity_(other.capacity_), heap_(std::move(other.heap_)) {
    std::copy_n(other.inline_, kInline, inline_);
    other.size_ = 0;
    other.capacity_ = kInline;
  }
  Position& operator=(const Position& other) {
    if (this != &other) assign(other);
    return *this;
  }
  Position& operator=(Position&& other) noexcept {
    std::copy_n(other.inline_, kInline, inline_);
    heap_ = std::move(other.heap_);
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, kInline);
    return *this;
  }
  ~Position() = default;

  void assign(PositionView coordinates) {
    resize_uninitialized(coordinates.size());
    std::copy(coordinates.begin(), coordinates.end(), begin());
  }
  void push_back(Coordinate coordinate) {
    const std::size_t old_size = size_;
    reserve(old_size + 1);
    size_ = old_size + 1;
    data()[old_size] = coordinate;
  }
  void clear() { size_ = 0; }
  /// Leaves the first `size` <= size() coordinates.
  void truncate(std::size_t size) { size_ = size; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Coordinate* data() { return heap_ ? heap_.get() : inline_; }
  const Coordinate* data() const { return heap_ ? heap_.get() : inline_; }
  Coordinate& operator[](std::size_t i) { return data()[i]; }
  Coordinate operator[](std::size_t i) const { return data()[i]; }
  Coordinate* begin() { return data(); }
  Coordinate* end() { return data() + size_; }
  const Coordinate* begin() const { return data(); }
  const Coordinate* end() const { return data() + size_; }
  operator PositionView() const { return {data(), size_}; }  // NOLINT: a Position is a view of itself

  friend bool operator==(const Position& a, const Position& b) { return std::ranges::equal(a, b); }
  friend std::strong_ordering operator<=>(const Position& a, const Position& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void reserve(std::size_t wanted);
  void resize_uninitialized(std::size_t size) {
    if (size > capacity_) {
      size_ = 0;
      reserve(size);
    }
    size_ = size;
  }

  std::size_t size_ = 0;
  std::size_t capacity_ = kInline;
  std::unique_ptr<Coordinate[]> heap_;
  Coordinate inline_[kInline] = {};
};

/// The coordinates joined by commas: "3,5".
std::string to_string(PositionView position);

}  // namespace bouton
