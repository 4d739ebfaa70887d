// Who wins, and in how many moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bouton {

/// The outcome of a position under best play.
enum class Outcome : std::uint8_t {
  P,    ///< the previous player wins: the player to move loses
  N,    ///< the next player wins: the player to move wins
  draw  ///< neither can force a win
};

constexpr char letter(Outcome outcome) { return outcome == Outcome::P ? 'P' : outcome == Outcome::N ? 'N' : 'D'; }

/// "P", "N" or "draw".
constexpr std::string_view name(Outcome outcome) { return outcome == Outcome::P ? "P" : outcome == Outcome::N ? "N" : "draw"; }

/// The number of moves that are still played when the winner hastens and the loser delays.
using Remoteness = std::uint32_t;

/// An outcome, and the remoteness unless it is a draw.
struct OutcomeAndRemoteness {
  Outcome outcome = Outcome::P;
  std::optional<Remoteness> remoteness;
  friend bool operator==(const OutcomeAndRemoteness&, const OutcomeAndRemoteness&) = default;
};

}  // namespace bouton
