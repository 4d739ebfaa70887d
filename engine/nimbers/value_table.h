// What is known of positions, in memory of a bounded size, shared by threads: what cost little is replaced first.
//
// A hash table of buckets of four entries. It begins small and doubles when five eighths of it are in use, until it has the
// size that it may have: a small question touches little memory, and what it touches stays near. Buckets are numbered by the
// low bits of the hash, so that doubling leaves an entry where it is or moves it by the old number of buckets.
//
// *Threads.* Keys of one word take no locks. An entry is two words, the key xor a multiple of the knowledge, and the knowledge,
// each written at once. A reader that sees the words of two different writes finds the key that it looks for only if two such
// multiples differ in just what two positions differ in, which has a probability of 2^-64 each time; nothing else is ever taken
// for what it is not, since keys are whole positions. Longer keys have locks. While one thread doubles the table the others may
// go on: what they add to places that were already moved is forgotten, and has to be found again.
//
// *Distances.* Beside the entries lies a word for each that says how far a couple of the position and a heap is from an answer.
// It only says where to look next, so that it may be that of another position for a moment.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/base/memory_account.h"
#include "engine/nimbers/distance.h"
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
  bool says_nothing() const { return !known() && excluded == 0 && least == 0; }
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

  /// In one word; 0 where nothing is known and nothing was spent.
  std::uint64_t packed() const {
    const auto value_and_one = static_cast<std::uint16_t>(value + 1);
    return excluded | std::uint64_t{value_and_one} << 32 | std::uint64_t{least} << 48 | std::uint64_t{cost} << 56;
  }
  static Knowledge unpacked(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word), static_cast<std::uint16_t>((word >> 32) - 1),
            static_cast<std::uint8_t>(word >> 48), static_cast<std::uint8_t>(word >> 56)};
  }
};

/// A table of keys of N words. Safe to use from several threads at once if made for more than one.
template <int N>
class ValueTable {
 public:
  using Key = std::array<std::uint64_t, N>;

  /// Takes at most `bytes`, which are charged to the account, and at least some kilobytes.
  ValueTable(std::size_t bytes, bool shared, const std::shared_ptr<MemoryAccount>& account)
      : locked_(shared && N > 1),
        most_buckets_(buckets_within(bytes)),
        held_(account, most_buckets_ * kBytesABucket),
        memory_(most_buckets_ * kBytesABucket, ZeroedMemory::Pages::large),
        buckets_(static_cast<Bucket*>(memory_.data())),
        distances_(reinterpret_cast<Distances*>(buckets_ + most_buckets_)),
        mask_(std::min(most_buckets_, kFirstBuckets) - 1) {
    if (locked_) locks_ = std::make_unique<std::array<Lock, kLeastBuckets>>();
  }

  std::optional<Knowledge> find(const Key& key) const {
    const std::optional<Found> found = find_entry(key, false);
    return found ? std::optional(found->knowledge) : std::nullopt;
  }
  /// What is known, and how far a couple is from an answer.
  struct Found {
    Knowledge knowledge;
    PackedDistance distance;
  };
  std::optional<Found> find_with_distance(const Key& key) const { return find_entry(key, true); }
  /// Has the memory bring what is known of a position, for a find soon after.
  void prefetch(const Key& key) const { __builtin_prefetch(&buckets_[hash_of(key) & mask_.load(std::memory_order_relaxed)]); }

  /// Adds what is known to what was known, and puts the distance, if there is one, in the place of another one. Where the
  /// bucket is full, the entry that cost least goes. `knowledge` says something, or has a cost.
  void add(const Key& key, const Knowledge& knowledge, const PackedDistance& distance = {}) {
    const std::uint64_t hash = hash_of(key);
    bool is_new = false;
    {
      const Guard guard(*this, hash);
      is_new = add_to(hash & mask_.load(std::memory_order_acquire), key, knowledge, distance);
    }
    if (is_new && in_use_.fetch_add(1, std::memory_order_relaxed) >= grow_at_.load(std::memory_order_relaxed)) grow();
  }

  /// Calls `visit` with every key and what is known of it. Nothing else may run.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t bucket = 0; bucket <= mask_; ++bucket)
      for (const Entry& entry : buckets_[bucket].entries)
        if (const std::uint64_t word = knowledge_of(entry); word != 0) visit(key_of(entry, word), Knowledge::unpacked(word));
  }
  /// How many entries there can be.
  std::uint64_t places() const { return most_buckets_ * kPlaces; }
  /// How many there are. With threads it may be a few more: those that were forgotten while the table was doubled are counted.
  std::uint64_t stored() const { return in_use_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kPlaces = 4, kLeastBuckets = 64, kFirstBuckets = 1024;

  using Word = std::atomic<std::uint64_t>;
  struct Entry {
    std::array<Word, N> key;  ///< xor a multiple of the knowledge where there are no locks
    Word knowledge;           ///< packed; 0 where the place is empty
  };
  struct Bucket {
    std::array<Entry, kPlaces> entries;
  };
  using Distances = std::array<Word, kPlaces>;
  static constexpr std::size_t kBytesABucket = sizeof(Bucket) + sizeof(Distances);
  struct alignas(64) Lock {
    std::atomic<bool> taken = false;
  };

  /// Holds the lock of a bucket, where there are some. A bucket has the same one however large the table is.
  class Guard {
   public:
    Guard(const ValueTable& table, std::uint64_t hash) {
      if (!table.locked_) return;
      lock_ = &(*table.locks_)[hash % kLeastBuckets].taken;
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

  static std::size_t buckets_within(std::size_t bytes) {
    std::size_t buckets = kLeastBuckets;
    while (2 * buckets * kBytesABucket <= bytes) buckets *= 2;
    return buckets;
  }
  static std::uint64_t hash_of(const Key& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = mix(hash + 0x9e3779b97f4a7c15U + word);
    return hash;
  }

  std::optional<Found> find_entry(const Key& key, bool with_distance) const {
    const std::uint64_t hash = hash_of(key);
    const Guard guard(*this, hash);
    const std::size_t bucket = hash & mask_.load(std::memory_order_acquire);
    for (std::size_t place = 0; place < kPlaces; ++place) {
      const Entry& entry = buckets_[bucket].entries[place];
      const std::uint64_t word = knowledge_of(entry);
      if (word == 0 || !has_key(entry, word, key)) continue;
      const Knowledge knowledge = Knowledge::unpacked(word);
      if (!with_distance || knowledge.known()) return Found{knowledge, {}};
      return Found{knowledge, PackedDistance(distances_[bucket][place].load(std::memory_order_relaxed))};
    }
    return std::nullopt;
  }

  static std::uint64_t knowledge_of(const Entry& entry) { return entry.knowledge.load(std::memory_order_relaxed); }
  static std::uint64_t disguise(std::uint64_t knowledge) { return N == 1 ? knowledge * 0x9e3779b97f4a7c15U : 0; }
  static Key key_of(const Entry& entry, std::uint64_t knowledge) {
    Key key;
    for (int i = 0; i < N; ++i) key[i] = entry.key[i].load(std::memory_order_relaxed) ^ disguise(knowledge);
    return key;
  }
  static bool has_key(const Entry& entry, std::uint64_t knowledge, const Key& key) {
    std::uint64_t differs = 0;
    for (int i = 0; i < N; ++i) differs |= entry.key[i].load(std::memory_order_relaxed) ^ disguise(knowledge) ^ key[i];
    return differs == 0;
  }
  static void write(Entry& entry, const Key& key, std::uint64_t knowledge) {
    for (int i = 0; i < N; ++i) entry.key[i].store(key[i] ^ disguise(knowledge), std::memory_order_relaxed);
    entry.knowledge.store(knowledge, std::memory_order_relaxed);
  }

  /// Whether an empty place was taken.
  bool add_to(std::size_t number, const Key& key, const Knowledge& knowledge, const PackedDistance& distance) {
    Bucket& bucket = buckets_[number];
    std::size_t place = 0;
    std::array<std::uint64_t, kPlaces> words;
    int least_cost = 256;  // of an empty place, which may be before the one that has the key: -1
    for (std::size_t i = 0; i < kPlaces; ++i) {
      Entry& entry = bucket.entries[i];
      words[i] = knowledge_of(entry);
      if (words[i] != 0 && has_key(entry, words[i], key)) {
        Knowledge all = Knowledge::unpacked(words[i]);
        all.merge(knowledge);
        write(entry, key, all.packed());
        if (distance.word() != 0) distances_[number][i].store(distance.word(), std::memory_order_relaxed);
        return false;
      }
      const int cost = words[i] == 0 ? -1 : Knowledge::unpacked(words[i]).cost;
      if (cost >= least_cost) continue;
      place = i;
      least_cost = cost;
    }
    distances_[number][place].store(distance.word(), std::memory_order_relaxed);
    if (least_cost < 0) {
      write(bucket.entries[place], key, knowledge.packed());
      return true;
    }
    // What was expensive once is not kept for ever: it grows cheaper whenever it stands in the way.
    for (std::size_t i = 0; i < kPlaces; ++i) {
      Entry& entry = bucket.entries[i];
      Knowledge old = Knowledge::unpacked(words[i]);
      if (i == place || old.cost <= knowledge.cost) continue;
      --old.cost;
      write(entry, key_of(entry, words[i]), old.packed());
    }
    write(bucket.entries[place], key, knowledge.packed());
    return false;
  }

  /// Doubles the table, unless it has its size or another thread does so.
  void grow() {
    const std::size_t buckets = mask_.load(std::memory_order_acquire) + 1;
    if (buckets == most_buckets_ || growing_.exchange(true, std::memory_order_acquire)) return;
    const std::size_t now = mask_.load(std::memory_order_acquire) + 1;
    if (now == buckets) {
      // Copied before the others know of it, and taken away after that, so that few things are missed meanwhile.
      each_that_moves(buckets, [&](Entry&, const Key& key, std::uint64_t word, std::size_t to, std::size_t place) {
        write(buckets_[to].entries[place], key, word);
        distances_[to][place].store(distances_[to - buckets][place].load(std::memory_order_relaxed), std::memory_order_relaxed);
      });
      mask_.store(2 * buckets - 1, std::memory_order_release);
      each_that_moves(buckets,
                      [&](Entry& from, const Key&, std::uint64_t, std::size_t, std::size_t) { write(from, Key{}, 0); });
      grow_at_.store(2 * grow_at_.load());
    }
    growing_.store(false, std::memory_order_release);
  }
  template <class Visit>
  void each_that_moves(std::size_t buckets, Visit visit) {
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      const Guard guard(*this, bucket);
      for (std::size_t place = 0; place < kPlaces; ++place) {
        Entry& entry = buckets_[bucket].entries[place];
        const std::uint64_t word = knowledge_of(entry);
        if (word == 0) continue;
        const Key key = key_of(entry, word);
        if ((hash_of(key) & buckets) != 0) visit(entry, key, word, bucket + buckets, place);
      }
    }
  }

  bool locked_;
  std::size_t most_buckets_;
  Reservation held_;
  ZeroedMemory memory_;
  Bucket* buckets_;
  Distances* distances_;  ///< by bucket
  std::atomic<std::size_t> mask_;
  std::atomic<std::uint64_t> in_use_ = 0;
  std::atomic<std::uint64_t> grow_at_ = kFirstBuckets * kPlaces * 5 / 8;
  std::atomic<bool> growing_ = false;
  mutable std::unique_ptr<std::array<Lock, kLeastBuckets>> locks_;
};

}  // namespace bouton::nimbers
