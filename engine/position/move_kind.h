// Who moves after a move, and where; and how the label of an option says it.
#pragma once

#include <cstdint>
#include <string_view>

namespace bouton {

/// The kind of a move, for people: an index into the names that the Rules keep (0 is a move without a name), and in its two
/// highest bits a MoveKind.
using Label = std::uint32_t;
inline constexpr Label kNoLabel = 0;

enum class MoveKind : std::uint8_t {
  ordinary,  ///< the opponent moves next, anywhere
  again,     ///< the same player does, anywhere: a complimenting move
  entail     ///< the opponent does, in the component that was moved to: an entailing move
};

inline constexpr unsigned kLabelBits = 30;

constexpr MoveKind kind_of(Label label) { return static_cast<MoveKind>(label >> kLabelBits); }
/// The label without its kind: the number of a name.
constexpr Label name_of(Label label) { return label & ((Label{1} << kLabelBits) - 1); }
constexpr Label label_of(MoveKind kind, Label name) { return static_cast<Label>(kind) << kLabelBits | name; }

/// As the rule language calls it: "again", "entail"; empty for an ordinary move.
constexpr std::string_view name(MoveKind kind) {
  return kind == MoveKind::again ? "again" : kind == MoveKind::entail ? "entail" : "";
}

}  // namespace bouton
