// The options of one position, in the order in which the rule lists them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/position/position.h"

namespace bouton {

/// The kind of a move, for people: an index into the names that the Rules keep. 0 is a move without a name.
using Label = std::uint32_t;
inline constexpr Label kNoLabel = 0;

/// A list of options, each a position or, after a split, the disjunctive sum of several (perhaps none).
/// Made to be filled again and again: clear() keeps the memory. Views into it last until the next change.
class Options {
 public:
  /// What the list takes is charged to `account`: adding to it throws LimitError where that is exhausted, and then
  /// clear() is all that the list is fit for. Null: not counted.
  explicit Options(const std::shared_ptr<MemoryAccount>& account = {})
      : words_(account), part_ends_(account), entries_(account) {}

  /// One option: `size()` positions, whose sum it is.
  class Option {
   public:
    std::size_t size() const { return last_ - first_; }
    PositionView operator[](std::size_t part) const { return options_->part(first_ + part); }
    Label label() const { return label_; }
    bool is_split() const { return size() != 1; }

   private:
    friend class Options;
    const Options* options_;
    std::size_t first_, last_;
    Label label_;
  };

  void clear() {
    words_.clear();
    part_ends_.clear();
    entries_.clear();
    has_split_ = false;
  }
  /// The same, and gives the memory back.
  void release() { *this = Options(words_.get_allocator().account()); }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  /// Whether some option has a number of parts other than one.
  bool has_split() const { return has_split_; }

  Option operator[](std::size_t i) const {
    Option option;
    option.options_ = this;
    option.first_ = i == 0 ? 0 : entries_[i - 1].end;
    option.last_ = entries_[i].end;
    option.label_ = entries_[i].label;
    return option;
  }

  /// The coordinates of all parts of all options.
  std::size_t word_count() const { return words_.size(); }
  const Coordinate* words() const { return words_.data(); }
  /// The parts of all options in a row: part j of option i comes after those of the options before it.
  std::size_t part_count() const { return part_ends_.size(); }
  PositionView part(std::size_t part) const {
    const std::size_t first = part == 0 ? 0 : part_ends_[part - 1];
    return {words_.data() + first, part_ends_[part] - first};
  }

  void add(PositionView to, Label label = kNoLabel) {
    add_part(to);
    entries_.push_back({part_ends_.size(), label});
  }
  /// Adds `count` options of one position each, all with `size` coordinates, and gives the place where the caller writes
  /// these: option after option, count * size of them.
  Coordinate* add_many(std::size_t count, std::size_t size, Label label) {
    const std::size_t words = words_.size();
    const std::size_t parts = part_ends_.size();
    const std::size_t options = entries_.size();
    words_.resize(words + count * size);
    part_ends_.resize(parts + count);
    entries_.resize(options + count);
    for (std::size_t i = 0; i < count; ++i) part_ends_[parts + i] = words + (i + 1) * size;
    for (std::size_t i = 0; i < count; ++i) entries_[options + i] = {parts + i + 1, label};
    return words_.data() + words;
  }
  /// Adds `count` options of one position each from a row of words: for each a word whose lower half is the label, and `size`
  /// coordinates.
  void add_rows(const std::int64_t* rows, std::size_t count, std::size_t size);
  /// A split: any number of add_part, then end_split.
  void add_part(PositionView part) {
    words_.insert(words_.end(), part.begin(), part.end());
    part_ends_.push_back(words_.size());
  }
  void end_split(Label label = kNoLabel) {
    const std::size_t first = entries_.empty() ? 0 : entries_.back().end;
    if (part_ends_.size() - first != 1) has_split_ = true;
    entries_.push_back({part_ends_.size(), label});
  }
  /// Takes back the parts that were added since the last complete option.
  void abandon_split() {
    part_ends_.resize(entries_.empty() ? 0 : entries_.back().end);
    words_.resize(part_ends_.empty() ? 0 : part_ends_.back());
  }

  /// The same options, each listed once, where it was listed first. Two options are the same if they lead to the
  /// same positions in the same order, whatever their labels. O(n) expected.
  Options unique() const;

  /// Bytes in use.
  std::size_t memory() const {
    return words_.capacity() * sizeof(Coordinate) + part_ends_.capacity() * sizeof(std::size_t) +
           entries_.capacity() * sizeof(Entry);
  }

 private:
  struct Entry {
    std::size_t end;  ///< one past the option's last part
    Label label;
  };
  ChargedVector<Coordinate> words_;
  ChargedVector<std::size_t> part_ends_;  ///< one past each part's last word
  ChargedVector<Entry> entries_;
  bool has_split_ = false;
};

}  // namespace bouton
