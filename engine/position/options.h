// The options of one position, in the order in which the rule lists them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/position/move_kind.h"
#include "engine/position/position.h"

namespace bouton {

/// A list of options, each a position or, after a split, the disjunctive sum of several (perhaps none).
/// Made to be filled again and again: clear() keeps the memory. Views into it last until the next change.
///
/// Options that are one position each, all of one length, may lie there as the rows in which they were written; they are copied
/// once something else is added.
class Options {
 public:
  /// What the list takes is charged to `account`: adding to it throws LimitError where that is exhausted, and then
  /// clear() is all that the list is fit for. Null: not counted.
  explicit Options(const std::shared_ptr<MemoryAccount>& account = {})
      : words_(account), part_ends_(account), entries_(account), rows_(account) {}

  /// One option: `size()` positions, whose sum it is.
  class Option {
   public:
    std::size_t size() const { return last_ - first_; }
    PositionView operator[](std::size_t part) const { return options_->part(first_ + part); }
    Label label() const { return label_; }
    MoveKind kind() const { return kind_of(label_); }
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
    row_size_ = count_ = 0;
  }
  /// The same, and gives the memory back.
  void release() { *this = Options(words_.get_allocator().account()); }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  /// Whether some option has a number of parts other than one.
  bool has_split() const { return has_split_; }

  Option operator[](std::size_t i) const {
    Option option;
    option.options_ = this;
    if (row_size_ != 0) {
      option.first_ = i;
      option.last_ = i + 1;
      option.label_ = static_cast<Label>(rows_[i * row_size_]);
    } else {
      option.first_ = i == 0 ? 0 : entries_[i - 1].end;
      option.last_ = entries_[i].end;
      option.label_ = entries_[i].label;
    }
    return option;
  }

  /// The number of coordinates of all parts of all options.
  std::size_t word_count() const { return row_size_ != 0 ? count_ * (row_size_ - 1) : words_.size(); }
  /// The parts of all options in a row: part j of option i comes after those of the options before it.
  std::size_t part_count() const { return row_size_ != 0 ? count_ : part_ends_.size(); }
  PositionView part(std::size_t part) const {
    if (row_size_ != 0) return {rows_.data() + part * row_size_ + 1, row_size_ - 1};
    const std::size_t first = part == 0 ? 0 : part_ends_[part - 1];
    return {words_.data() + first, part_ends_[part] - first};
  }

  void add(PositionView to, Label label = kNoLabel) {
    add_part(to);
    entries_.push_back({part_ends_.size(), label});
    ++count_;
  }
  /// Adds `count` options of one position each, all with `size` coordinates, and gives the place where the caller writes
  /// these: option after option, count * size of them.
  Coordinate* add_many(std::size_t count, std::size_t size, Label label) {
    leave_rows();
    const std::size_t words = words_.size();
    const std::size_t parts = part_ends_.size();
    const std::size_t options = entries_.size();
    words_.resize(words + count * size);
    part_ends_.resize(parts + count);
    entries_.resize(options + count);
    for (std::size_t i = 0; i < count; ++i) part_ends_[parts + i] = words + (i + 1) * size;
    for (std::size_t i = 0; i < count; ++i) entries_[options + i] = {parts + i + 1, label};
    count_ += count;
    return words_.data() + words;
  }
  /// For options of one position each, all with `size` coordinates, in a list that is empty: room for at least `rows` rows. The
  /// caller writes them one after another, each a word whose lower half is the label and the coordinates, and says afterwards
  /// how many there are.
  std::span<std::int64_t> room_for_rows(std::size_t size, std::size_t rows) {
    const std::size_t words = rows * (size + 1);
    if (rows_.size() < words) rows_.resize(words);
    return rows_;
  }
  void set_rows(std::size_t size, std::size_t rows) {
    row_size_ = size + 1;
    count_ = rows;
  }
  /// A split: any number of add_part, then end_split.
  void add_part(PositionView part) {
    leave_rows();
    words_.insert(words_.end(), part.begin(), part.end());
    part_ends_.push_back(words_.size());
  }
  void end_split(Label label = kNoLabel) {
    leave_rows();
    const std::size_t first = entries_.empty() ? 0 : entries_.back().end;
    if (part_ends_.size() - first != 1) has_split_ = true;
    entries_.push_back({part_ends_.size(), label});
    ++count_;
  }
  /// Takes back the parts that were added since the last complete option.
  void abandon_split() {
    if (row_size_ != 0) return;
    part_ends_.resize(entries_.empty() ? 0 : entries_.back().end);
    words_.resize(part_ends_.empty() ? 0 : part_ends_.back());
  }

  /// The same options, each listed once, where it was listed first. Two options are the same if they lead to the
  /// same positions in the same order by moves of the same kind, whatever their names. O(n) expected.
  Options unique() const;

  /// Bytes in use.
  std::size_t memory() const {
    return words_.capacity() * sizeof(Coordinate) + part_ends_.capacity() * sizeof(std::size_t) +
           entries_.capacity() * sizeof(Entry) + rows_.capacity() * sizeof(std::int64_t);
  }

 private:
  struct Entry {
    std::size_t end;  ///< one past the option's last part
    Label label;
  };
  /// Copies what lies in rows to where everything else goes.
  void leave_rows() {
    if (row_size_ != 0) copy_rows();
  }
  void copy_rows();

  ChargedVector<Coordinate> words_;
  ChargedVector<std::size_t> part_ends_;  ///< one past each part's last word
  ChargedVector<Entry> entries_;
  ChargedVector<std::int64_t> rows_;  ///< more of them than are in use
  std::size_t row_size_ = 0;          ///< in words, the label's included; 0 where the options are not in rows
  std::size_t count_ = 0;
  bool has_split_ = false;
};

}  // namespace bouton
