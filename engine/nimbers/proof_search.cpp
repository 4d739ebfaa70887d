// Proof-number search of couples of a component and a heap of nim.
//
// The question is, as in couple_searcher.h, whether X + *n is a P-position, for a component X. The options are those of X, each
// with *n, and X + *m for m < n. For each couple two numbers say how far it is from an answer: how much must still be shown for
// it to be an N-position, and for it to be a P-position. N takes one option that is P, so the first is the least of the
// options' second numbers; P takes that all options are N, so the second is the sum of their first numbers. The search goes
// down to the option that is nearest to being P, as long as no other couple further up is nearer, then updates the numbers on
// its way back. (L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*, Artificial Intelligence 66 (1994);
// depth first after A. Nagai (2002). T. Cizek, M. Balko and M. Schmid (arXiv 2511.10339, 2025) join it with nimbers, for
// Sprouts.)
//
// A couple that was never looked at starts with 1, and with the number of options that its component is likely to have: what
// others of its size had on average. An option that is a sum of several components of unknown value is somewhat further away
// than all of them together; where it is the nearest, the value of its smallest component is found, for n = 0, 1, 2, ..., until
// one component is left: nimbers, which hold in every sum, instead of outcomes of sums.
//
// X + *n is P just where X has the value n. So a P settles the value of X for all couples, and so does that all options of X
// have known values.
//
// Example. A heap of nim of 2, and whether it is P (n = 0). Its options are heaps of 1 and of 0. Neither was looked at: both
// start with (1, 1), so the heap of 2 has (1, 2), and either is as near. Say that the heap of 0 is looked at: it has no option,
// so that all are known, and its value is 0. That is n, so it is P, the heap of 2 is N, and the heap of 1 was never looked at.
//
// Under misère play there are no values: positions are whole, n is 0, and who cannot move has won.
#include "engine/nimbers/proof_search.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/nimbers/descent.h"
#include "engine/nimbers/kept_options.h"
#include "engine/nimbers/proof_file.h"
#include "engine/nimbers/searched_game.h"
#include "engine/position/hash.h"
#include "engine/rules/stated.h"
#include "engine/values/mex.h"

namespace bouton::nimbers {
namespace {

using Number = KeptOptions::Number;

/// Ends a question: as many positions were looked at as may be.
struct Spent {};

/// How much must still be shown; kNever where that cannot be, the other one being 0 then.
struct Distance {
  static constexpr std::uint64_t kNever = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kFar = kNever / 4;  ///< sums are no greater: what several options share counts for each

  std::uint64_t win = 1;   ///< that the couple is an N-position
  std::uint64_t lose = 1;  ///< that it is a P-position

  static Distance won() { return {0, kNever}; }
  static Distance lost() { return {kNever, 0}; }
};

/// The average number of options of positions by their size.
class LikelyOptions {
 public:
  void note(std::uint32_t size, std::uint32_t options) {
    Seen& seen = of_size_[std::min<std::size_t>(size, of_size_.size() - 1)];
    seen.options += options;
    ++seen.positions;
  }
  /// That of the nearest size that was seen, which grows by some third with each step; without one, a quarter of the square.
  std::uint64_t of(std::uint32_t size) const {
    constexpr std::uint32_t kNear = 3;
    constexpr double kGrowth = 0.3;
    for (std::uint32_t step = 0; step <= kNear; ++step) {
      if (step <= size)
        if (const Seen* seen = seen_at(size - step)) return at_least_1(seen->average() * (1 + kGrowth * step));
      if (const Seen* seen = seen_at(size + step)) return at_least_1(seen->average() / (1 + kGrowth * step));
    }
    return at_least_1(static_cast<double>(size) * size / 4);
  }

 private:
  struct Seen {
    std::uint64_t options = 0, positions = 0;
    double average() const { return static_cast<double>(options) / static_cast<double>(positions); }
  };
  static std::uint64_t at_least_1(double number) { return static_cast<std::uint64_t>(std::clamp(number, 1.0, 1e9)); }
  const Seen* seen_at(std::uint32_t size) const {
    return size < of_size_.size() && of_size_[size].positions > 0 ? &of_size_[size] : nullptr;
  }
  std::array<Seen, 4096> of_size_{};
};

class ProofSearch final : public NimberSearch {
 public:
  ProofSearch(std::shared_ptr<const Rules> rules, bool components, const Budget& budget,
              const std::shared_ptr<MemoryAccount>& account)
      : rules_(std::move(rules)),
        is_misere_(rules_->play() == Play::misere),
        components_(components && !is_misere_),
        budget_(budget),
        account_(account),
        options_(std::in_place, rules_, components_, account),
        values_(account),
        distances_(0, Hash{}, std::equal_to<>{}, account) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return ask(most_positions, [&] {
      KeptOptions::Numbers parts(account_);
      options_->take_apart(position, parts);
      return is_P(parts, heap) ? Outcome::P : Outcome::N;
    });
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return ask(most_positions, [&] {
      KeptOptions::Numbers parts(account_);
      options_->take_apart(position, parts);
      Grundy value = 0;
      for (const Number part : parts) value ^= value_of(part);
      return value;
    });
  }
  Effort effort() const override { return {looked_at_, options_->options_listed()}; }
  std::uint32_t to_play(PositionView position) const override { return static_cast<std::uint32_t>(position.size()); }
  std::string method() const override {
    return components_ ? "positions are sums of their components; what takes least to decide it is looked at first"
                       : "what takes least to decide it is looked at first";
  }
  /// Writes all: options cannot do without each other.
  void save(const std::filesystem::path& path, std::uint64_t most_positions) const override;
  void load(const std::filesystem::path& path) override;
  /// What was found in some seconds, or a sixteenth of all: to write that takes much less time than to find it did.
  std::uint64_t between_files() const override { return std::max(2 * in_a_second(), stored() / 16); }
  std::uint64_t places() const override {
    constexpr std::uint64_t kBytesAPosition = 1000;
    return account_->limit() / kBytesAPosition;
  }
  std::uint64_t in_a_second() const override { return 1'000; }
  std::uint64_t stored() const override { return options_->known(); }

 private:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  /// What is left of a sum of components and a heap when those of known value are in the heap.
  struct Rest {
    std::uint32_t heap = 0;
    std::uint32_t parts = 0;   ///< how many have no known value
    Number smallest = 0;       ///< one of them of the least size
    std::uint64_t likely = 0;  ///< all their likely numbers of options
  };
  /// An option of a couple that is looked at next, and what others are like.
  struct Nearest {
    Distance all{Distance::kNever, 0};      ///< of the couple
    Rest rest;                              ///< of its option that is nearest to being P
    Distance option;                        ///< of that
    std::uint64_t next = Distance::kNever;  ///< how far another option is from being P, at least
    std::optional<std::uint32_t> value;     ///< the mex of the options' values, where all are known
  };
  struct Hash {
    std::size_t operator()(std::uint64_t couple) const { return mix(couple); }
  };
  template <class Question>
  auto ask(std::uint64_t most_positions, Question question) -> std::optional<decltype(question())> {
    most_ = looked_at_ + std::min(most_positions, ~looked_at_);
    try {
      return question();
    } catch (const Spent&) {
      return std::nullopt;
    }
  }
  void count() {
    if (looked_at_ == most_) throw Spent();
    ++looked_at_;
    budget_.check_stop();
    constexpr std::uint64_t kReport = 64;
    if (looked_at_ % kReport == 0) budget_.report("positions", looked_at_, 0);
  }
  ProofFileTitle title(const std::filesystem::path& path) const {
    const std::optional<std::uint64_t> checksum = checksum_of(*rules_);
    if (checksum) return {*checksum, rules_->play(), components_};
    throw RequestError(fmt::format(
        "checkpoint {}: a search of this game keeps no file, since a file names its game by a rule file and this game has none",
        path.string()));
  }

  std::uint32_t known_value(Number x) const { return x < values_.size() ? values_[x] : kUnknown; }
  void settle(Number x, std::uint32_t value) {
    if (x >= values_.size()) values_.resize(options_->known(), kUnknown);
    values_[x] = value;
  }
  std::uint64_t likely_options(Number x) const {
    return options_->is_listed(x) ? std::max(1U, options_->options(x)) : likely_.of(options_->size(x));
  }
  static std::uint64_t couple(Number x, std::uint32_t heap) { return std::uint64_t{heap} << 32 | x; }

  Rest rest_of(std::span<const Number> parts, std::uint32_t heap) const {
    Rest rest{.heap = heap};
    for (const Number part : parts) {
      if (const std::uint32_t value = known_value(part); value != kUnknown) {
        rest.heap ^= value;
        continue;
      }
      if (rest.parts == 0 || options_->size(part) < options_->size(rest.smallest)) rest.smallest = part;
      ++rest.parts;
      rest.likely += likely_options(part);
    }
    return rest;
  }
  Distance distance_of(Number x, std::uint32_t heap) const {
    if (const std::uint32_t value = known_value(x); value != kUnknown)
      return value == heap ? Distance::lost() : Distance::won();
    if (const auto found = distances_.find(couple(x, heap)); found != distances_.end()) return found->second;
    return {1, likely_options(x) + heap};
  }
  Distance distance_of(const Rest& rest) const {
    constexpr std::uint64_t kSum = 2;  // how much further away a sum is
    if (rest.parts == 0) return rest.heap == 0 ? Distance::lost() : Distance::won();
    if (rest.parts == 1) return distance_of(rest.smallest, rest.heap);
    return {kSum * rest.parts, std::min(Distance::kFar, kSum * rest.likely)};
  }

  /// Whether a sum of components and a heap is a P-position.
  bool is_P(std::span<const Number> parts, std::uint32_t heap) {
    for (;;) {
      const Rest rest = rest_of(parts, heap);
      if (rest.parts == 0) return rest.heap == 0;
      if (rest.parts > 1) {
        value_of(rest.smallest);
        continue;
      }
      look(rest.smallest, rest.heap, {Distance::kNever, Distance::kNever});
      return distance_of(rest.smallest, rest.heap).lose == 0;
    }
  }
  Grundy value_of(Number x) {
    for (std::uint32_t n = 0;; ++n) {
      if (const std::uint32_t value = known_value(x); value != kUnknown) return value;
      look(x, n, {Distance::kNever, Distance::kNever});
    }
  }

  /// Looks at the options of a couple, as they are now.
  Nearest nearest_option(Number x, std::uint32_t heap) const;
  /// Looks below a couple of unknown value until it is decided or both of its distances are at least those of `until`.
  void look(Number x, std::uint32_t heap, const Distance& until);

  std::shared_ptr<const Rules> rules_;
  bool is_misere_;
  bool components_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  std::optional<KeptOptions> options_;
  LikelyOptions likely_;
  ChargedVector<std::uint32_t> values_;
  std::unordered_map<std::uint64_t, Distance, Hash, std::equal_to<>, ChargedAllocator<std::pair<const std::uint64_t, Distance>>>
      distances_;
  std::uint32_t depth_ = 0;
  std::uint64_t looked_at_ = 0;
  std::uint64_t most_ = 0;
};

ProofSearch::Nearest ProofSearch::nearest_option(Number x, std::uint32_t heap) const {
  Nearest nearest;
  MexSet values;
  const auto take = [&](const Rest& rest) {
    const Distance distance = distance_of(rest);
    nearest.all.lose = std::min(Distance::kFar, nearest.all.lose + distance.win);
    if (distance.lose >= nearest.all.win) {
      nearest.next = std::min(nearest.next, distance.lose);
      return;
    }
    nearest.next = std::exchange(nearest.all.win, distance.lose);
    nearest.rest = rest;
    nearest.option = distance;
  };
  bool all_known = !is_misere_;
  options_->each_option(x, [&](std::span<const Number> parts) {
    if (is_misere_ && parts.size() > 1) throw SplitUnderMisere();
    const Rest rest = rest_of(parts, heap);
    take(rest);
    all_known = all_known && rest.parts == 0;
    if (all_known) values.insert(rest.heap ^ heap);
    return nearest.all.win != 0;
  });
  if (nearest.all.win == 0) nearest.all = Distance::won();
  else if (is_misere_ && options_->options(x) == 0) nearest.all = Distance::won();
  if (nearest.all.win == 0) return nearest;
  if (all_known) {
    nearest.value = values.mex();
    return nearest;
  }
  for (std::uint32_t less = 0; less < heap && nearest.all.win != 0; ++less)
    take({.heap = less, .parts = 1, .smallest = x, .likely = likely_options(x)});
  if (nearest.all.win == 0) nearest.all = Distance::won();
  return nearest;
}

void ProofSearch::look(Number x, std::uint32_t heap, const Distance& until) {
  count();
  const Descent descent(depth_, kMostDepth);
  if (options_->list(x)) likely_.note(options_->size(x), options_->options(x));
  while (known_value(x) == kUnknown) {
    const Nearest nearest = nearest_option(x, heap);
    if (nearest.value) {
      settle(x, *nearest.value);
      return;
    }
    distances_[couple(x, heap)] = nearest.all;
    if (nearest.all.lose == 0) settle(x, heap);
    if (nearest.all.win == 0 || nearest.all.lose == 0) return;
    if (nearest.all.win >= until.win || nearest.all.lose >= until.lose) return;
    if (nearest.rest.parts > 1) {
      value_of(nearest.rest.smallest);
      continue;
    }
    // The option is left when it is no longer the nearest, with some slack, or when the couple itself is far enough.
    const std::uint64_t others = nearest.all.lose - nearest.option.win;
    look(nearest.rest.smallest, nearest.rest.heap,
         {until.lose - others, std::min(until.win, nearest.next + nearest.next / 4 + 1)});
  }
}

void ProofSearch::save(const std::filesystem::path& path, std::uint64_t /*most_positions*/) const {
  ProofFileWriter file(path, title(path));
  options_->save(file);
  for (Number x = 0; x < options_->known(); ++x) {
    const std::uint32_t value = known_value(x);
    file.number(value == kUnknown ? 0 : std::uint64_t{value} + 1);
  }
  file.number(distances_.size());
  for (const auto& [couple, distance] : distances_) {
    file.number(couple & kUnknown);
    file.number(couple >> 32);
    file.number(distance.win);
    file.number(distance.lose);
  }
  file.finish();
}

void ProofSearch::load(const std::filesystem::path& path) {
  ProofFileReader file(path, title(path), budget_);
  distances_.clear();
  values_.clear();
  likely_ = {};
  options_.emplace(rules_, components_, account_);
  options_->load(file);
  const std::uint64_t components = options_->known();
  values_.resize(components, kUnknown);
  for (Number x = 0; x < components; ++x) {
    if (options_->is_listed(x)) likely_.note(options_->size(x), options_->options(x));
    if (const std::uint64_t value_and_one = file.less_than(kUnknown); value_and_one != 0)
      values_[x] = static_cast<std::uint32_t>(value_and_one - 1);
  }
  for (std::uint64_t left = file.count(); left > 0; --left) {
    const auto x = static_cast<Number>(file.less_than(components));
    const auto heap = static_cast<std::uint32_t>(file.less_than(kUnknown));
    Distance& distance = distances_[couple(x, heap)];
    distance.win = file.number();
    distance.lose = file.number();
  }
  file.finish();
}

}  // namespace

std::unique_ptr<NimberSearch> proof_search(std::shared_ptr<const Rules> rules, bool components, const Budget& budget,
                                           const std::shared_ptr<MemoryAccount>& account) {
  return std::make_unique<ProofSearch>(std::move(rules), components, budget, account);
}

}  // namespace bouton::nimbers
