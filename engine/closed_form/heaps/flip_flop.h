// Flip-flop: Wythoff's Nim in which the goal may be flipped between normal and attrition.
#pragma once

#include <memory>
#include <string_view>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// The closed form "flip-flop". A position is (S, L, goal, flips): goal 0 is normal, 1 attrition; with flips > 0 and
/// when(S, L), a player may flip the goal and make an ordinary move.
///
/// Theorem. Let W and A be the P-positions of Wythoff's Nim and of Attrition. The P-positions of flip-flop are those of
/// the goal in force, whatever the number of flips, if and only if `when` is false at
///   (1,2) and (2,1)          (where the goal is normal), and at
///   (0,1), (1,0) and (2,2)   (where it is attrition).
/// Proof. By induction on the heaps and the flips. An N-position of the goal in force keeps its move to a P-position
/// under the same goal, and (0,0) has no move to flip with. A P-position of goal g has no move to one under g; so it
/// stays P iff no move with a flip leads to a P-position of the other goal. Such a move would lead into A \ W =
/// {(0,1), (1,0), (2,2)} or W \ A = {(0,0), (1,2), (2,1)}. W meets each row, column and diagonal once. For g normal:
/// (1,2) reaches (0,1), (2,1) reaches (0,1) and (1,0), and no other position of W reaches A \ W: a position that does
/// has a coordinate 0 or 1, or 2, or lies on the diagonal of one of the three, and W has only (0,0), (1,2) and (2,1)
/// there. For g attrition: (0,1), (1,0) and (2,2) reach (0,0), (2,2) also reaches (1,2) and (2,1), and no other
/// position of A reaches W \ A, for the same reason. QED.
///
/// `when` is asked at those five positions, once, here. Positions of one flip need only the positions of their own goal,
/// positions without a flip need none; the rest is refused. mode "with" is the above; "instead", where a flip takes the
/// place of a move, is refused: then every position in both W and A at which a flip is allowed turns into an N-position.
/// `when` must be a pure function; refused, too, if it fails at those positions. Throws RequestError for any other mode.
Result<std::unique_ptr<ClosedForm>> flip_flop_form(IntegerFunction when, std::string_view mode);

}  // namespace bouton
