#include "engine/misere/position_heaps.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/rules/followers.h"
#include "engine/rules/obligations.h"

namespace bouton {
namespace {

/// About what a position, an option and a part of one take, here and in the HeapGame.
constexpr std::size_t kBytesOfPosition = 400;
constexpr std::size_t kBytesOfOption = 64;
constexpr std::size_t kBytesOfPart = 16;

}  // namespace

PositionHeaps::PositionHeaps(std::vector<std::shared_ptr<const Rules>> games, std::size_t most, const Budget& budget)
    : games_(std::move(games)),
      most_(most),
      budget_(budget),
      account_(std::make_shared<MemoryAccount>(budget)),
      kept_(account_) {}

/// The positions below one that are not numbered yet.
class PositionHeaps::Below {
 public:
  Below(PositionHeaps& heaps, const Key& asked) : heaps_(heaps), asked_(asked.second), taken_(heaps.account_) {
    if (more_followers_than(*heaps_.games_[asked.first], asked_, heaps_.most_)) throw too_many();
  }

  /// All positions below, breadth first. What they take is charged as they are found: as much again is needed for the numbers.
  void find(const Key& asked) {
    place_of(asked);
    Options options(heaps_.account_);
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
      heaps_.budget_.check_stop();
      options.clear();
      const std::size_t game = fresh_[i].game;
      refuse_obligations(*heaps_.games_[game], "misère quotients and genera");
      heaps_.games_[game]->options(fresh_[i].position, options);
      std::vector<std::vector<Part>> found;
      for (std::size_t option = 0; option < options.size(); ++option) {
        taken_.add(kBytesOfOption + options[option].size() * kBytesOfPart);
        std::vector<Part>& parts = found.emplace_back();
        for (std::size_t part = 0; part < options[option].size(); ++part) {
          Key key = heaps_.normal_key(game, options[option][part]);
          const auto known = heaps_.numbers_.find(key);
          if (known != heaps_.numbers_.end()) parts.push_back({false, known->second});
          else parts.push_back({true, place_of(std::move(key))});
        }
      }
      fresh_[i].options = std::move(found);
    }
  }

  /// Finds the depths, depth first without recursion; a position that is met while it is open lies on a cycle.
  void find_depths() {
    std::vector<std::uint32_t> open = {0};
    while (!open.empty()) {
      Fresh& top = fresh_[open.back()];
      if (top.state == Fresh::State::unseen) {
        top.state = Fresh::State::open;
        for (const auto& option : top.options)
          for (const Part& part : option) {
            if (!part.is_fresh || fresh_[part.number].state == Fresh::State::done) continue;
            if (fresh_[part.number].state == Fresh::State::open)
              throw RequestError(fmt::format("play from {} can go on for ever; quotients and genera are for play that ends",
                                             to_string(PositionView(top.position))));
            open.push_back(part.number);
          }
        continue;
      }
      open.pop_back();
      if (top.state == Fresh::State::done) continue;
      top.state = Fresh::State::done;
      for (const auto& option : top.options) {
        std::uint32_t moves = 1;
        for (const Part& part : option) moves += part.is_fresh ? fresh_[part.number].depth : heaps_.heaps_.depth(part.number);
        top.depth = std::max(top.depth, moves);
      }
    }
  }

  /// Numbers them by depth, so that heaps of tokens are numbered by their sizes where larger ones last longer. The heap of the
  /// position that was asked about.
  Heap enter() {
    std::vector<std::uint32_t> order(fresh_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(fresh_[a].depth, fresh_[a].game, fresh_[a].position) <
             std::tie(fresh_[b].depth, fresh_[b].game, fresh_[b].position);
    });
    std::vector<Heap> number(fresh_.size());
    for (const std::uint32_t place : order) {
      heaps_.budget_.check_stop();
      std::vector<HeapSum> sums;
      for (const auto& option : fresh_[place].options) {
        HeapSum& sum = sums.emplace_back();
        for (const Part& part : option) sum.push_back(part.is_fresh ? number[part.number] : part.number);
      }
      number[place] = static_cast<Heap>(heaps_.heaps_.size());
      heaps_.heaps_.add(std::move(sums));
      heaps_.positions_.emplace_back(fresh_[place].game, fresh_[place].position);
    }
    for (auto& [key, place] : places_) heaps_.numbers_.emplace(key, number[place]);
    heaps_.kept_.absorb(taken_);
    return number[0];
  }

 private:
  struct Part {
    bool is_fresh = false;
    std::uint32_t number = 0;  ///< a place among the fresh positions, or a heap
  };
  struct Fresh {
    std::size_t game;
    Position position;
    std::vector<std::vector<Part>> options = {};
    std::uint32_t depth = 0;
    enum class State : std::uint8_t { unseen, open, done } state = State::unseen;
  };

  std::uint32_t place_of(Key key) {
    const auto [entry, is_new] = places_.try_emplace(key, static_cast<std::uint32_t>(fresh_.size()));
    if (is_new) {
      if (heaps_.heaps_.size() + fresh_.size() >= heaps_.most_) throw too_many();
      taken_.add(kBytesOfPosition + 2 * key.second.size() * sizeof(Coordinate));
      fresh_.push_back({key.first, std::move(key.second)});
    }
    return entry->second;
  }

  LimitError too_many() const {
    return LimitError(fmt::format("more than {} positions lie below {}, more than are looked at here", heaps_.most_,
                                  to_string(PositionView(asked_))));
  }

  PositionHeaps& heaps_;
  const Position asked_;
  Reservation taken_;
  std::vector<Fresh> fresh_;
  std::map<Key, std::uint32_t> places_;
};

PositionHeaps::Key PositionHeaps::normal_key(std::size_t game, PositionView position) const {
  Key key{game, Position(position)};
  games_[game]->normalize(key.second);
  return key;
}

Heap PositionHeaps::heap(std::size_t game, PositionView position) {
  if (games_[game]->heads_cancel())
    throw RequestError(
        "two heads at one place of a row of coins cancel, so genera and quotients, which are about sums, do not tell who wins "
        "it under misère play");
  const Key asked = normal_key(game, position);
  if (const auto known = numbers_.find(asked); known != numbers_.end()) return known->second;
  Below below(*this, asked);
  below.find(asked);
  below.find_depths();
  return below.enter();
}

}  // namespace bouton
