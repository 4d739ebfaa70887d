#include "engine/nimbers/kept_options.h"

#include <algorithm>
#include <limits>
#include <set>

namespace bouton::nimbers {

KeptOptions::KeptOptions(std::shared_ptr<const Rules> rules, bool components, const std::shared_ptr<MemoryAccount>& account)
    : rules_(std::move(rules)),
      components_(components),
      normal_(account),
      others_(account),
      apart_(account),
      lists_(account),
      sizes_(account),
      words_(account),
      options_(account),
      parts_(account) {}

KeptOptions::Number KeptOptions::number_of(PositionView normal) {
  constexpr std::size_t kMostSize = std::numeric_limits<std::uint32_t>::max();
  if (const std::optional<Number> known = normal_.find(normal)) return *known;
  // Memory may have ended between the lines of an earlier call.
  sizes_.resize(normal_.size());
  lists_.resize(normal_.size());
  sizes_.push_back(static_cast<std::uint32_t>(std::min(kMostSize, normal.size())));
  lists_.emplace_back();
  return normal_.insert(normal).first;
}

/// Sorts the numbers from `first` on, and takes out those that are there twice.
void KeptOptions::cancel_pairs(Numbers& parts, std::size_t first) const {
  std::sort(parts.begin() + static_cast<std::ptrdiff_t>(first), parts.end());
  if (!components_) return;
  std::size_t end = first;
  for (std::size_t i = first; i < parts.size(); ++i) {
    if (end > first && parts[end - 1] == parts[i]) --end;
    else parts[end++] = parts[i];
  }
  parts.resize(end);
}

void KeptOptions::ask_apart(PositionView position, Numbers& out) {
  const std::size_t first = out.size();
  const auto add = [&](PositionView part) {
    if (const std::optional<Number> known = normal_.find(part)) {
      out.push_back(*known);
      return;
    }
    position_.assign(part);
    rules_->normalize(position_);
    if (rules_->play() == Play::normal) rules_->same_value(position_);
    out.push_back(number_of(position_));
  };
  if (components_) {
    parts_.clear();
    rules_->components(position, parts_);
    for (std::size_t i = 0; i < parts_.size(); ++i) add(parts_[i][0]);
  } else {
    add(position);
  }
  cancel_pairs(out, first);
}

void KeptOptions::take_apart(PositionView position, Numbers& out) {
  if (const std::optional<Number> known = normal_.find(position)) {
    out.push_back(*known);
    return;
  }
  if (const std::optional<PositionIndex::Number> other = others_.find(position)) {
    const Apart& apart = apart_[*other];
    const auto from = words_.begin() + static_cast<std::ptrdiff_t>(apart.first);
    out.insert(out.end(), from, from + apart.count);
    return;
  }
  const std::size_t first = out.size();
  ask_apart(position, out);
  if (normal_.find(position)) return;
  apart_.resize(others_.size());
  apart_.push_back({words_.size(), static_cast<std::uint32_t>(out.size() - first)});
  words_.insert(words_.end(), out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
  others_.insert(position);
}

bool KeptOptions::list(Number x) {
  if (is_listed(x)) return false;
  normal_.read(x, position_);
  const Position position = position_;
  options_.clear();
  rules_->options(position, options_);
  options_listed_ += options_.size();
  Numbers parts(words_.get_allocator());
  std::set<std::vector<Number>> seen;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    parts.clear();
    const Options::Option option = options_[i];
    for (std::size_t part = 0; part < option.size(); ++part) take_apart(option[part], parts);
    cancel_pairs(parts, 0);
    seen.emplace(parts.begin(), parts.end());
  }
  List list{words_.size(), static_cast<std::uint32_t>(seen.size())};
  for (const std::vector<Number>& one : seen) {
    words_.push_back(static_cast<Number>(one.size()));
    words_.insert(words_.end(), one.begin(), one.end());
  }
  lists_[x] = list;
  return true;
}

namespace {

void write_position(ProofFileWriter& file, PositionView position) {
  file.number(position.size());
  for (const Coordinate coordinate : position) file.coordinate(coordinate);
}

}  // namespace

void KeptOptions::write_words(ProofFileWriter& file, std::uint64_t first, std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) file.number(words_[first + i]);
}

void KeptOptions::save(ProofFileWriter& file) const {
  // What memory ended in the middle of is left out.
  const std::size_t components = std::min(normal_.size(), lists_.size()), others = std::min(others_.size(), apart_.size());
  Position position;
  file.number(components);
  for (Number x = 0; x < components; ++x) {
    normal_.read(x, position);
    write_position(file, position);
  }
  for (Number x = 0; x < components; ++x) {
    const bool listed = is_listed(x);
    file.number(listed ? std::uint64_t{options(x)} + 1 : 0);
    if (!listed) continue;
    each_option(x, [&](std::span<const Number> parts) {
      file.number(parts.size());
      for (const Number part : parts) file.number(part);
      return true;
    });
  }
  file.number(others);
  for (PositionIndex::Number other = 0; other < others; ++other) {
    others_.read(other, position);
    write_position(file, position);
    file.number(apart_[other].count);
    write_words(file, apart_[other].first, apart_[other].count);
  }
  file.number(options_listed_);
}

void KeptOptions::load(ProofFileReader& file) {
  const auto read_position = [&] {
    position_.clear();
    for (std::uint64_t left = file.count(); left > 0; --left) position_.push_back(file.coordinate());
  };
  const std::uint64_t components = file.count();
  for (std::uint64_t x = 0; x < components; ++x) {
    read_position();
    if (number_of(position_) != x) file.fail();
  }
  const auto read_words = [&](std::uint64_t count) {
    for (; count > 0; --count) words_.push_back(static_cast<Number>(file.less_than(components)));
  };
  for (Number x = 0; x < components; ++x) {
    const std::uint64_t options_and_one = file.count();
    if (options_and_one == 0) continue;
    lists_[x] = {words_.size(), static_cast<std::uint32_t>(options_and_one - 1)};
    for (std::uint64_t left = options_and_one - 1; left > 0; --left) {
      const std::uint64_t parts = file.count();
      words_.push_back(static_cast<Number>(parts));
      read_words(parts);
    }
  }
  const std::uint64_t others = file.count();
  for (std::uint64_t other = 0; other < others; ++other) {
    read_position();
    if (others_.insert(position_).first != other) file.fail();
    const std::uint64_t count = file.count();
    apart_.push_back({words_.size(), static_cast<std::uint32_t>(count)});
    read_words(count);
  }
  options_listed_ = file.number();
}

}  // namespace bouton::nimbers
