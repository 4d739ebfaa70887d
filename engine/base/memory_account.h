// Memory that is counted against a budget as it is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"

namespace bouton {

/// What `count` things of `each` bytes take; the most that can be said, where that is more.
constexpr std::size_t bytes_of(std::uint64_t count, std::size_t each) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::size_t>::max();
  return count > kMost / each ? kMost : static_cast<std::size_t>(count) * each;
}

/// The bytes that all memos and graphs of one run hold together. Shared by all that allocate; not thread-safe.
class MemoryAccount {
 public:
  explicit MemoryAccount(const Budget& budget) : limit_(budget.memory) {}
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  /// Throws LimitError, and charges nothing, if that is more than the budget has.
  void charge(std::size_t bytes) {
    if (bytes > limit_ - used_) refuse();
    used_ += bytes;
    if (used_ > peak_) peak_ = used_;
  }
  void refund(std::size_t bytes) { used_ -= bytes; }

  std::size_t limit() const { return limit_; }
  std::size_t used() const { return used_; }
  /// The most that was in use at once since the last call.
  std::size_t take_peak() { return std::exchange(peak_, used_); }
  /// Whether a charge was ever refused.
  bool exhausted() const { return exhausted_; }

 private:
  [[noreturn]] void refuse();

  std::size_t limit_;
  std::size_t used_ = 0;
  std::size_t peak_ = 0;
  bool exhausted_ = false;
};

/// An allocator that charges an account; without one, what it gives is not counted.
template <class T>
class ChargedAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  ChargedAllocator(std::shared_ptr<MemoryAccount> account) : account_(std::move(account)) {}  // NOLINT: an account is enough
  template <class U>
  ChargedAllocator(const ChargedAllocator<U>& other) : account_(other.account()) {}  // NOLINT: rebinding

  T* allocate(std::size_t count) {
    if (!account_) return std::allocator<T>().allocate(count);
    account_->charge(count * sizeof(T));
    try {
      return std::allocator<T>().allocate(count);
    } catch (...) {
      account_->refund(count * sizeof(T));
      throw;
    }
  }
  void deallocate(T* memory, std::size_t count) {
    std::allocator<T>().deallocate(memory, count);
    if (account_) account_->refund(count * sizeof(T));
  }
  const std::shared_ptr<MemoryAccount>& account() const { return account_; }

  template <class U>
  friend bool operator==(const ChargedAllocator& a, const ChargedAllocator<U>& b) {
    return a.account() == b.account();
  }

 private:
  std::shared_ptr<MemoryAccount> account_;
};

template <class T>
using ChargedVector = std::vector<T, ChargedAllocator<T>>;

/// Charges an account for memory that is allocated elsewhere; refunds it in the destructor.
class Reservation {
 public:
  explicit Reservation(std::shared_ptr<MemoryAccount> account, std::size_t bytes = 0)
      : account_(std::move(account)), bytes_(bytes) {
    account_->charge(bytes_);
  }
  /// Charges more bytes.
  void add(std::size_t bytes) {
    account_->charge(bytes);
    bytes_ += bytes;
  }
  /// Takes over what `other`, of the same account, holds.
  void absorb(Reservation& other) { bytes_ += std::exchange(other.bytes_, 0); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() { account_->refund(bytes_); }

 private:
  std::shared_ptr<MemoryAccount> account_;
  std::size_t bytes_;
};

}  // namespace bouton
