// An outcome and its remoteness in 32 bits, and how they follow from those of the options.
#pragma once

#include <cstdint>

#include "engine/base/errors.h"
#include "engine/values/outcome.h"

namespace bouton {

class PackedOutcome {
 public:
  /// The greatest remoteness that fits.
  static constexpr Remoteness kMostRemote = (Remoteness{1} << 30) - 2;

  constexpr PackedOutcome() = default;
  /// `remoteness` is 0 for a draw. Throws LimitError if it is more than kMostRemote.
  constexpr explicit PackedOutcome(Outcome outcome, Remoteness remoteness = 0)
      : bits_(remoteness << 2 | static_cast<std::uint32_t>(outcome)) {
    if (remoteness > kMostRemote) throw LimitError("a game of more than 1,073,741,822 moves");
  }
  /// What bits() returned.
  static constexpr PackedOutcome from_bits(std::uint32_t bits) {
    PackedOutcome result;
    result.bits_ = bits;
    return result;
  }

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr Outcome outcome() const { return static_cast<Outcome>(bits_ & 3U); }
  /// 0 for a draw.
  constexpr Remoteness remoteness() const { return bits_ >> 2; }
  constexpr OutcomeAndRemoteness unpack() const {
    if (outcome() == Outcome::draw) return {Outcome::draw, {}};
    return {outcome(), remoteness()};
  }
  friend constexpr bool operator==(PackedOutcome, PackedOutcome) = default;

 private:
  std::uint32_t bits_ = 0;
};

/// The outcome of a position that has options: the mover takes the nearest P-position, else a draw, else the farthest
/// N-position.
class OutcomeOfOptions {
 public:
  void add(PackedOutcome option) {
    switch (option.outcome()) {
      case Outcome::P: nearest_p_ = option.remoteness() < nearest_p_ ? option.remoteness() : nearest_p_; break;
      case Outcome::N: farthest_n_ = option.remoteness() > farthest_n_ ? option.remoteness() : farthest_n_; break;
      case Outcome::draw: draw_ = true; break;
    }
  }
  /// At least one option was added.
  PackedOutcome result() const {
    if (nearest_p_ != kNone) return PackedOutcome(Outcome::N, nearest_p_ + 1);
    if (draw_) return PackedOutcome(Outcome::draw);
    return PackedOutcome(Outcome::P, farthest_n_ + 1);
  }

 private:
  static constexpr Remoteness kNone = 0xFFFFFFFF;
  Remoteness nearest_p_ = kNone;
  Remoteness farthest_n_ = 0;
  bool draw_ = false;
};

/// The same with the suspense number in place of the remoteness: the mover takes the farthest P-position, else a draw, else the
/// nearest N-position. Source: Conway (1976), On Numbers and Games, chapter 14.
class SuspenseOfOptions {
 public:
  void add(PackedOutcome option) {
    switch (option.outcome()) {
      case Outcome::P:
        farthest_p_ = option.remoteness() > farthest_p_ ? option.remoteness() : farthest_p_;
        any_p_ = true;
        break;
      case Outcome::N: nearest_n_ = option.remoteness() < nearest_n_ ? option.remoteness() : nearest_n_; break;
      case Outcome::draw: draw_ = true; break;
    }
  }
  /// At least one option was added.
  PackedOutcome result() const {
    if (any_p_) return PackedOutcome(Outcome::N, farthest_p_ + 1);
    if (draw_) return PackedOutcome(Outcome::draw);
    return PackedOutcome(Outcome::P, nearest_n_ + 1);
  }

 private:
  Remoteness farthest_p_ = 0;
  Remoteness nearest_n_ = 0xFFFFFFFF;
  bool any_p_ = false;
  bool draw_ = false;
};

}  // namespace bouton
