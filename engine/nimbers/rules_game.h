// Any rules as the game of a searcher: positions are bits; options are asked for anew whenever a position is looked at.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/position_code.h"
#include "engine/position/options.h"
#include "engine/position/position.h"
#include "engine/rules/rules.h"

namespace bouton::nimbers {

/// A position takes more words than were thought of.
struct TooWide {};

/// How much there is to play, roughly: the cells that are not in the last state, or the sum of the coordinates.
inline std::uint32_t size_of(const Domain& domain, PositionView position) {
  constexpr std::uint64_t kMost = std::uint32_t{1} << 31;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const std::uint64_t above = static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(domain.axis(i).least);
    if (domain.shape() == nullptr) size += std::min(kMost, above);
    else if (above + 1 < domain.shape()->states.size()) ++size;
  }
  return static_cast<std::uint32_t>(std::min(kMost, size));
}

/// A position as N words.
template <int N>
struct Words {
  std::array<std::uint64_t, N> words{};
  friend bool operator==(const Words&, const Words&) = default;
};

/// Positions as the bits of N words.
template <int N>
class BitCode {
 public:
  using States = Words<N>;

  explicit BitCode(const Domain& domain) : code_(domain) {}

  /// Throws TooWide.
  States encode(PositionView position) const {
    States states;
    if (!code_.encode(position, states.words)) throw TooWide();
    return states;
  }
  void decode(const States& states, Position& position) const { code_.decode(states.words, position); }

 private:
  PositionCode code_;
};

/// The game of positions of N words.
template <int N>
class RulesGame {
 public:
  using States = Words<N>;
  struct Part {
    States states;
    std::uint32_t size = 0;
  };
  struct Room {
    explicit Room(const RulesGame& game) : options(game.account_), components(game.account_) {}
    Options options;
    Options components;
    Position position;
    Position part;
  };
  static constexpr bool kThreads = false;  // rules need not be callable from several
  static constexpr std::uint32_t kMostDepth = nimbers::kMostDepth;

  /// `components`: whether positions are taken apart as the rules say.
  RulesGame(std::shared_ptr<const Rules> rules, bool components, std::uint64_t checksum, std::shared_ptr<MemoryAccount> account)
      : rules_(std::move(rules)),
        code_(rules_->domain()),
        components_(components),
        checksum_(checksum),
        account_(std::move(account)) {}

  /// Throws TooWide.
  States states_of(PositionView position) const { return code_.encode(position); }
  std::uint32_t parts(const States& x, Room& room, std::vector<Part>& out) const {
    code_.decode(x, room.position);
    append(room.position, room, out);
    return 0;
  }
  template <class Visit>
  bool each_option(const States& x, Room& room, std::vector<Part>& out, Visit visit) const {
    code_.decode(x, room.position);
    room.options.clear();
    rules_->options(room.position, room.options);
    for (std::size_t i = 0; i < room.options.size(); ++i) {
      const Options::Option option = room.options[i];
      for (std::size_t part = 0; part < option.size(); ++part) append(option[part], room, out);
      if (!visit(static_cast<std::uint32_t>(i), 0)) return false;
    }
    return true;
  }
  std::uint32_t moves(const Part& /*part*/) const { return 0; }
  std::uint64_t effort(const Part& part) const { return std::uint64_t{part.size} * part.size; }
  bool mirrors(const States& /*x*/) const { return false; }
  std::string method() const {
    return components_ ? "positions are sums of their components, by the Grundy values of these, until it is known"
                       : "by the Grundy values of positions, until it is known";
  }
  std::uint64_t checksum() const { return checksum_; }

 private:
  void append(PositionView position, Room& room, std::vector<Part>& out) const {
    room.components.clear();
    if (!components_) {
      append_one(position, room, out);
      return;
    }
    rules_->components(position, room.components);
    for (std::size_t i = 0; i < room.components.size(); ++i) append_one(room.components[i][0], room, out);
  }
  void append_one(PositionView position, Room& room, std::vector<Part>& out) const {
    room.part.assign(position);
    rules_->normalize(room.part);
    if (rules_->play() == Play::normal) rules_->same_value(room.part);
    out.push_back({states_of(room.part), size_of(rules_->domain(), room.part)});
  }
  std::shared_ptr<const Rules> rules_;
  BitCode<N> code_;
  bool components_;
  std::uint64_t checksum_;
  std::shared_ptr<MemoryAccount> account_;
};

}  // namespace bouton::nimbers
