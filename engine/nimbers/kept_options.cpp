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

}  // namespace bouton::nimbers
