// What is known of positions, in memory of a fixed size, shared by threads: what cost little is replaced first.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/position/hash.h"
#include "engine/system/zeroed_memory.h"

namespace bouton::nimbers {

/// What is known of one position: its value, or values that it does not have.
struct Knowledge {
  static constexpr std::uint16_t kUnknown = 65535;

  std::uint32_t excluded = 0;  ///< bit n: the value is not n
  std::uint16_t value = kUnknown;
  std::uint8_t least = 0;  ///< the value is no less
  std::uint8_t cost = 0;   ///< the number of bits of the number of positions that were looked at for it

  bool known() const { return value != kUnknown; }
  bool excludes(std::uint32_t n) const { return n < least || (n < 32 && (excluded >> n & 1) != 0); }
  /// Notes that the value is not n. What is beyond both the mask and `least` is forgotten.
  void exclude(std::uint32_t n) {
    if (n < 32) excluded |= std::uint32_t{1} << n;
    if (n == least && least < 255) ++least;
    raise_least();
  }
  /// Adds what else is known.
  void merge(const Knowledge& more) {
    excluded |= more.excluded;
    least = std::max(least, more.least);
    raise_least();
    if (more.known()) value = more.value;
    cost = std::max(cost, more.cost);
  }
  /// Past the values that are excluded.
  void raise_least() {
    while (least < 32 && (excluded >> least & 1) != 0) ++least;
  }
  friend bool operator==(const Knowledge&, const Knowledge&) = default;
};

/// A hash table of keys of N words. A bucket has four places; where it is full, the entry that cost least
/// goes. Safe to use from several threads at once if made for more than one.
template <int N>
class ValueTable {
 public:
  using Key = std::array<std::uint64_t, N>;
  static constexpr std::size_t kEntry = sizeof(Key) + sizeof(Knowledge);

  /// Takes at most `bytes`, which are charged to the account, and at least some kilobytes.
  ValueTable(std::size_t bytes, bool shared, const std::shared_ptr<MemoryAccount>& account) : shared_(shared) {
    std::size_t buckets = 64;
    while (2 * buckets * sizeof(Bucket) <= bytes) buckets *= 2;
    mask_ = buckets - 1;
    held_ = std::make_unique<Reservation>(account, buckets * sizeof(Bucket));
    memory_.emplace(buckets * sizeof(Bucket));  // an empty place is a key of zeros
    buckets_ = static_cast<Bucket*>(memory_->data());
    if (shared_) locks_ = std::make_unique<std::array<Lock, kLocks>>();
  }

  std::optional<Knowledge> find(const Key& key) const {
    const std::uint64_t hash = hash_of(key);
    const Guard guard(*this, hash);
    if (key == Key{}) return of_zeros_;
    const Bucket& bucket = buckets_[hash & mask_];
    for (const Entry& entry : bucket.entries)
      if (entry.key == key) return entry.knowledge;
    return std::nullopt;
  }

  /// Adds what is known to what was known.
  void add(const Key& key, const Knowledge& knowledge) {
    const std::uint64_t hash = hash_of(key);
    const Guard guard(*this, hash);
    if (key == Key{}) {
      if (!of_zeros_) of_zeros_.emplace();
      of_zeros_->merge(knowledge);
      return;
    }
    Bucket& bucket = buckets_[hash & mask_];
    Entry* place = nullptr;
    for (Entry& entry : bucket.entries) {
      if (entry.key == key) {
        entry.knowledge.merge(knowledge);
        return;
      }
      if (entry.key == Key{}) {
        place = &entry;
        break;
      }
      if (place == nullptr || entry.knowledge.cost < place->knowledge.cost) place = &entry;
    }
    // What was expensive once is not kept for ever: it grows cheaper whenever it stands in the way.
    for (Entry& entry : bucket.entries)
      if (&entry != place && entry.knowledge.cost > knowledge.cost && place->key != Key{}) --entry.knowledge.cost;
    *place = {key, knowledge};
  }

  /// Calls `visit` with every key and what is known of it. Nothing else may run.
  template <class Visit>
  void each(Visit visit) const {
    if (of_zeros_) visit(Key{}, *of_zeros_);
    for (std::size_t bucket = 0; bucket <= mask_; ++bucket)
      for (const Entry& entry : buckets_[bucket].entries)
        if (entry.key != Key{}) visit(entry.key, entry.knowledge);
  }
  std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }
  /// How many entries there can be.
  std::uint64_t places() const { return (mask_ + 1) * std::tuple_size_v<decltype(Bucket::entries)>; }

 private:
  struct Entry {
    Key key;
    Knowledge knowledge;
  };
  struct Bucket {
    std::array<Entry, 4> entries;
  };
  struct alignas(64) Lock {
    std::atomic<bool> taken = false;
  };
  static constexpr std::size_t kLocks = 1024;

  /// Holds the lock of a bucket, where there are several threads.
  class Guard {
   public:
    Guard(const ValueTable& table, std::uint64_t hash) {
      if (!table.shared_) return;
      lock_ = &(*table.locks_)[hash % kLocks].taken;
      while (lock_->exchange(true, std::memory_order_acquire))
        while (lock_->load(std::memory_order_relaxed)) {}
    }
    ~Guard() {
      if (lock_ != nullptr) lock_->store(false, std::memory_order_release);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    std::atomic<bool>* lock_ = nullptr;
  };

  static std::uint64_t hash_of(const Key& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = mix(hash + 0x9e3779b97f4a7c15U + word);
    return hash;
  }

  bool shared_;
  std::size_t mask_ = 0;
  std::unique_ptr<Reservation> held_;
  std::optional<ZeroedMemory> memory_;
  Bucket* buckets_ = nullptr;          ///< in it
  std::optional<Knowledge> of_zeros_;  ///< of the key that an empty place has
  mutable std::unique_ptr<std::array<Lock, kLocks>> locks_;
};

}  // namespace bouton::nimbers
