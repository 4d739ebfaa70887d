#include "engine/misere/position_heaps.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/rules/followers.h"

namespace bouton {
namespace {

/// About what a position, an option and a part of one take, here and in the HeapGame.
constexpr std::size_t kBytesOfPosition = 400;
constexpr std::size_t kBytesOfOption = 64;
constexpr std::size_t kBytesOfPart = 16;

/// A position that is not numbered yet: its options in terms of places among the fresh positions, or of heaps.
struct Fresh {
  std::size_t game;
  Position position;
  std::vector<std::vector<std::pair<bool, std::uint32_t>>> options = {};  ///< (is fresh, place or heap)
  std::uint32_t depth = 0;
  enum class State : std::uint8_t { unseen, open, done } state = State::unseen;
};

}  // namespace

PositionHeaps::PositionHeaps(std::vector<std::shared_ptr<const Rules>> games, std::size_t most, const Budget& budget)
    : games_(std::move(games)),
      most_(most),
      budget_(budget),
      account_(std::make_shared<MemoryAccount>(budget)),
      kept_(account_) {}

Heap PositionHeaps::heap(std::size_t game, PositionView position) {
  const auto normal_key = [&](std::size_t of, PositionView at) {
    Key key{of, Position(at)};
    games_[of]->normalize(key.second);
    return key;
  };
  Key asked = normal_key(game, position);
  if (const auto known = numbers_.find(asked); known != numbers_.end()) return known->second;

  const auto too_many = [&] {
    return LimitError(
        fmt::format("more than {} positions lie below {}, more than are looked at here", most_, to_string(position)));
  };
  // All positions below, breadth first. What they take is charged as they are found: once more is needed for the numbers.
  Reservation found_below(account_);
  std::vector<Fresh> fresh;
  std::map<Key, std::uint32_t> places;
  const auto place_of = [&](Key key) {
    const auto [entry, is_new] = places.try_emplace(key, static_cast<std::uint32_t>(fresh.size()));
    if (is_new) {
      if (heaps_.size() + fresh.size() >= most_) throw too_many();
      found_below.add(kBytesOfPosition + 2 * key.second.size() * sizeof(Coordinate));
      fresh.push_back({key.first, std::move(key.second)});
    }
    return entry->second;
  };
  if (more_followers_than(*games_[game], asked.second, most_)) throw too_many();
  place_of(asked);
  Options options(account_);
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    budget_.check_stop();
    options.clear();
    const std::size_t of = fresh[i].game;
    games_[of]->options(fresh[i].position, options);
    std::vector<std::vector<std::pair<bool, std::uint32_t>>> found;
    for (std::size_t option = 0; option < options.size(); ++option) {
      found_below.add(kBytesOfOption + options[option].size() * kBytesOfPart);
      auto& parts = found.emplace_back();
      for (std::size_t part = 0; part < options[option].size(); ++part) {
        Key key = normal_key(of, options[option][part]);
        const auto known = numbers_.find(key);
        if (known != numbers_.end()) parts.emplace_back(false, known->second);
        else parts.emplace_back(true, place_of(std::move(key)));
      }
    }
    fresh[i].options = std::move(found);
  }

  // Depths, depth first without recursion; a position that is met while it is open lies on a cycle.
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    Fresh& top = fresh[open.back()];
    if (top.state == Fresh::State::unseen) {
      top.state = Fresh::State::open;
      for (const auto& option : top.options)
        for (const auto& [is_fresh, number] : option) {
          if (!is_fresh || fresh[number].state == Fresh::State::done) continue;
          if (fresh[number].state == Fresh::State::open)
            throw RequestError(fmt::format("play from {} can go on for ever; quotients and genera are for play that ends",
                                           to_string(PositionView(top.position))));
          open.push_back(number);
        }
      continue;
    }
    open.pop_back();
    if (top.state == Fresh::State::done) continue;
    top.state = Fresh::State::done;
    for (const auto& option : top.options) {
      std::uint32_t moves = 1;
      for (const auto& [is_fresh, number] : option) moves += is_fresh ? fresh[number].depth : heaps_.depth(number);
      top.depth = std::max(top.depth, moves);
    }
  }

  // Numbered by depth, so that heaps of tokens are numbered by their sizes where larger ones last longer.
  std::vector<std::uint32_t> order(fresh.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(fresh[a].depth, fresh[a].game, fresh[a].position) <
           std::tie(fresh[b].depth, fresh[b].game, fresh[b].position);
  });
  std::vector<Heap> number(fresh.size());
  for (const std::uint32_t place : order) {
    budget_.check_stop();
    std::vector<HeapSum> sums;
    for (const auto& option : fresh[place].options) {
      HeapSum& sum = sums.emplace_back();
      for (const auto& [is_fresh, at] : option) sum.push_back(is_fresh ? number[at] : at);
    }
    number[place] = static_cast<Heap>(heaps_.size());
    heaps_.add(std::move(sums));
    positions_.emplace_back(fresh[place].game, fresh[place].position);
  }
  for (auto& [key, place] : places) numbers_.emplace(key, number[place]);
  kept_.absorb(found_below);
  return number[0];
}

}  // namespace bouton
