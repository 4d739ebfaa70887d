#include "engine/entailing/entailing_nimbers.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

/// One move deeper.
class EntailingNimbers::Deeper {
 public:
  explicit Deeper(EntailingNimbers& search) : search_(search) {
    if (++search_.depth_ <= kMostDepth) return;
    --search_.depth_;
    throw LimitError(fmt::format("play is more than {} moves long, or need not end", kMostDepth));
  }
  ~Deeper() { --search_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  EntailingNimbers& search_;
};

EntailingNimbers::EntailingNimbers(const Rules& rules, const Budget& budget, const std::shared_ptr<MemoryAccount>& account)
    : rules_(rules),
      budget_(budget),
      index_(account),
      nodes_(account),
      options_(account),
      parts_(account),
      scratch_options_(account),
      components_(account),
      memory_(account) {}

std::optional<Nimber> EntailingNimbers::value(PositionView position, std::uint64_t most_positions) {
  most_listed_ = most_positions > ~std::uint64_t{0} - listed_ ? ~std::uint64_t{0} : listed_ + most_positions;
  try {
    const std::uint64_t first = parts_.size();
    append_parts(position);
    const std::vector<Number> parts(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end());
    parts_.resize(first);
    Nimber total;
    for (const Number part : parts) {
      const std::uint32_t value = value_of(part);
      total = total + (value == kLoony ? Nimber::loony() : Nimber(Grundy{value}));
    }
    return total;
  } catch (const Ended&) {
    return std::nullopt;
  }
}

bool EntailingNimbers::obliged_wins(PositionView position, const Nimber& rest) {
  most_listed_ = ~std::uint64_t{0};
  const Number x = number_of(position);
  if (rest.is_loony()) return is_cofinite(x);
  if (rest.value() >= widen_unsigned(kLoony)) return is_cofinite(x);  // no set lists numbers as great as that
  return is_in(x, static_cast<Grundy>(rest.value().get_ui()));
}

EntailingNimbers::Number EntailingNimbers::number_of(PositionView position) {
  scratch_.assign(position);
  rules_.normalize(scratch_);
  const Number number = index_.insert(scratch_).first;
  if (nodes_.size() < index_.size()) nodes_.resize(index_.size());
  return number;
}

void EntailingNimbers::append_parts(PositionView position) {
  if (!rules_.independent()) {
    parts_.push_back(number_of(position));
    return;
  }
  components_.clear();
  rules_.components(position, components_);
  for (std::size_t i = 0; i < components_.size(); ++i) parts_.push_back(number_of(components_[i][0]));
}

/// Lists the options of a position, once.
void EntailingNimbers::list(Number x) {
  if (nodes_[x].listed) return;
  if (listed_ >= most_listed_) throw Ended();
  budget_.check_stop();
  if (++listed_ % (1U << 12) == 0) budget_.report("positions", listed_, 0);
  Position position;
  index_.read(x, position);
  scratch_options_.clear();
  rules_.options(position, scratch_options_);
  const Options distinct = scratch_options_.unique();
  const std::uint64_t before = options_.size();
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const std::uint64_t first = parts_.size();
    // Who is obliged may move in every component of where an entailing move leads.
    if (distinct[i].kind() == MoveKind::entail) parts_.push_back(number_of(distinct[i][0]));
    else
      for (std::size_t part = 0; part < distinct[i].size(); ++part) append_parts(distinct[i][part]);
    options_.push_back({first, parts_.size(), distinct[i].kind()});
  }
  // The kinds that say most come first.
  std::stable_sort(options_.begin() + static_cast<std::ptrdiff_t>(before), options_.end(),
                   [](const Option& a, const Option& b) { return (a.kind == MoveKind::again) > (b.kind == MoveKind::again); });
  nodes_[x].first = before;
  nodes_[x].end = options_.size();
  nodes_[x].listed = true;
}

std::uint32_t EntailingNimbers::value_of(Number x) {
  if (nodes_[x].value != kUnknown) return nodes_[x].value;
  const std::uint32_t value = find_value(x);
  return nodes_[x].value = value;
}

std::uint32_t EntailingNimbers::find_value(Number x) {
  const Deeper deeper(*this);
  list(x);
  if (!is_cofinite(x)) {
    Grundy n = 0;
    while (is_in(x, n)) ++n;
    return n;
  }
  const Option first = options_[nodes_[x].first];
  if (first.kind == MoveKind::again) {
    const std::optional<std::uint32_t> value = sum_of(first);
    return !value || is_in(x, *value) ? kLoony : *value;
  }
  const Grundy greatest = greatest_lacking(x);
  for (Grundy n = 0; n <= greatest; ++n)
    if (!is_in(x, n)) return n;
  return kLoony;
}

/// The value of what an option leads to; nothing where it is loony.
std::optional<std::uint32_t> EntailingNimbers::sum_of(const Option& option) {
  std::uint32_t sum = 0;
  for (std::uint64_t part = option.first; part < option.end; ++part) {
    const std::uint32_t value = value_of(parts_[part]);
    if (value == kLoony) return std::nullopt;
    sum ^= value;
  }
  return sum;
}

bool EntailingNimbers::is_in(Number x, Grundy n) {
  for (const auto& [number, in] : nodes_[x].in)
    if (number == n) return in;
  const Deeper deeper(*this);
  list(x);
  bool in = false;
  for (std::uint64_t i = nodes_[x].first; i < nodes_[x].end && !in; ++i) in = wins_by(Option(options_[i]), n);
  memory_.add(2 * sizeof(std::pair<Grundy, bool>));
  nodes_[x].in.emplace_back(n, in);
  return in;
}

bool EntailingNimbers::wins_by(const Option& option, Grundy n) {
  switch (option.kind) {
    case MoveKind::ordinary: return sum_is(option, n);
    case MoveKind::again: return !sum_is(option, n);
    case MoveKind::entail: break;
  }
  return !is_in(parts_[option.first], n);
}

/// Whether what an option leads to has the value n.
bool EntailingNimbers::sum_is(const Option& option, Grundy n) {
  std::optional<Number> hardest;
  std::uint64_t most = 0;
  for (std::uint64_t part = option.first; part < option.end; ++part) {
    // What came up later in the search is smaller, as a rule: the one that was met first is left to the end.
    const Number number = parts_[part];
    if (nodes_[number].value != kUnknown || (hardest && number >= most)) continue;
    hardest = number;
    most = number;
  }
  bool left_out = false;
  for (std::uint64_t part = option.first; part < option.end; ++part) {
    if (!left_out && hardest == parts_[part]) {
      left_out = true;
      continue;
    }
    const std::uint32_t value = value_of(parts_[part]);
    if (value == kLoony) return false;
    n ^= value;
  }
  return left_out ? has_value(*hardest, n) : n == 0;
}

bool EntailingNimbers::has_value(Number x, Grundy n) {
  if (nodes_[x].value != kUnknown) return nodes_[x].value == n;
  if (is_in(x, n)) return false;
  for (Grundy smaller = 0; smaller < n; ++smaller)
    if (!is_in(x, smaller)) {
      nodes_[x].value = smaller;
      return false;
    }
  nodes_[x].value = n;
  return true;
}

bool EntailingNimbers::is_cofinite(Number x) {
  if (nodes_[x].cofinite >= 0) return nodes_[x].cofinite == 1;
  const Deeper deeper(*this);
  list(x);
  bool cofinite = false;
  for (std::uint64_t i = nodes_[x].first; i < nodes_[x].end && !cofinite; ++i) {
    const Option option = options_[i];
    cofinite = option.kind == MoveKind::again || (option.kind == MoveKind::entail && !is_cofinite(parts_[option.first]));
  }
  nodes_[x].cofinite = cofinite ? 1 : 0;
  return cofinite;
}

/// No number above this is listed in the set of x, as a member or as one that it lacks.
Grundy EntailingNimbers::greatest_lacking(Number x) {
  const Deeper deeper(*this);
  list(x);
  Grundy greatest = 0;
  for (std::uint64_t i = nodes_[x].first; i < nodes_[x].end; ++i) {
    const Option option = options_[i];
    if (option.kind == MoveKind::entail) greatest = std::max(greatest, greatest_lacking(parts_[option.first]));
    else greatest = std::max(greatest, sum_of(option).value_or(0));
  }
  return greatest;
}

}  // namespace bouton
