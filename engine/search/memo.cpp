#include "engine/search/memo.h"

namespace bouton {

Memo::Memo(std::size_t width, std::optional<Box> box, const std::shared_ptr<MemoryAccount>& account)
    : width_(width),
      box_(std::move(box)),
      boxed_(box_ ? box_->size() : 0),
      dense_(boxed_ * width, kUnknown, account),
      hashed_(account),
      index_(account) {}

Memo::Handle Memo::insert(PositionView position) {
  Handle index = 0;
  if (box_ && position.size() == box_->dimensions() && box_->locate(position, index)) return index;
  const PositionIndex::Number number = index_.insert(position).first;
  // Compared with the index, not with what insert() said: an insertion may have been cut short by the budget here.
  if (hashed_.size() < width_ * index_.size()) hashed_.resize(width_ * index_.size(), kUnknown);
  return boxed_ + number;
}

std::optional<Memo::Handle> Memo::find(PositionView position) const {
  if (box_ && box_->contains(position)) return box_->index(position);
  const std::optional<PositionIndex::Number> number = index_.find(position);
  if (!number || (*number + std::size_t{1}) * width_ > hashed_.size()) return std::nullopt;
  return boxed_ + *number;
}

void Memo::read(Handle handle, Position& position) const {
  if (handle < boxed_) position = box_->position(handle);
  else index_.read(static_cast<PositionIndex::Number>(handle - boxed_), position);
}

}  // namespace bouton
