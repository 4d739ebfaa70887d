#include "engine/plan/room_for_moves.h"

#include <algorithm>
#include <utility>

namespace bouton {

bool RoomForMoves::take(Answer& answer, std::size_t bytes) {
  if (moves_left_ == 0) {
    answer.winning_moves_complete = false;
    return false;
  }
  if (bytes > account_->limit() - account_->used()) {
    close_for_memory(answer);
    return false;
  }
  listed_.add(bytes);
  --moves_left_;
  return true;
}

std::size_t RoomForMoves::moves_like(const BigPosition& position) const {
  return std::min(moves_left_, (account_->limit() - account_->used()) / bytes_of_move({position}));
}

void RoomForMoves::add(Answer& answer, std::size_t number, MovesToValue found, std::size_t asked) {
  for (MovesToValue::To& to : found.moves) {
    if (!take(answer, bytes_of_move(to.position))) return;
    answer.winning_moves.push_back({number, std::move(to.label), std::move(to.position)});
  }
  if (found.complete) return;
  answer.winning_moves_complete = false;
  if (found.lacks_memory || (found.moves.size() == asked && moves_left_ > 0)) close_for_memory(answer);
}

void RoomForMoves::close_for_memory(Answer& answer) const {
  answer.winning_moves_complete = false;
  answer.winning_moves_lack_memory = true;
}

}  // namespace bouton
