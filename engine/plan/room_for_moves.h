// How many winning moves an answer lists.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/memory_account.h"
#include "engine/position/integer.h"
#include "engine/question/answer.h"

namespace bouton {

/// The room that one answer has for winning moves: at most so many, and no more of them than the memory that is left has room
/// for. Where a move finds no room the answer is given all the same, and says that it has not all of them.
class RoomForMoves {
 public:
  /// What is listed is charged to `account` while this object lives.
  RoomForMoves(const std::shared_ptr<MemoryAccount>& account, std::size_t most_moves)
      : account_(account), listed_(account), moves_left_(most_moves) {}

  /// Whether `answer` may list one more move, which takes so many bytes; notes in it where not.
  bool take(Answer& answer, std::size_t bytes);
  /// So many moves to positions like this one may be listed, unless they are longer.
  std::size_t moves_like(const BigPosition& position) const;
  /// Adds the moves in component `number` that a method found when it was asked for so many at most.
  void add(Answer& answer, std::size_t number, MovesToValue found, std::size_t asked);
  /// Runs `list`, which lists moves of `answer`. Where memory does not suffice to find them, `answer` has those that it has.
  template <class List>
  void fill(Answer& answer, List list) {
    try {
      list();
    } catch (const LimitError& error) {
      if (error.limit() != Limit::memory) throw;
      close_for_memory(answer);
    }
  }

 private:
  void close_for_memory(Answer& answer) const;

  std::shared_ptr<MemoryAccount> account_;
  Reservation listed_;
  std::size_t moves_left_;
};

}  // namespace bouton
