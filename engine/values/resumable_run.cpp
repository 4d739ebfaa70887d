#include "engine/values/resumable_run.h"

#include <cstring>

#include "engine/base/errors.h"

namespace bouton {

void refuse_state() { throw RequestError("the state that the run should continue from belongs to another table"); }

void StateReader::get_bytes(char* to, std::size_t count) {
  if (count > bytes_.size()) refuse_state();
  if (count > 0) std::memcpy(to, bytes_.data(), count);
  bytes_.remove_prefix(count);
}

void StateReader::finish() const {
  if (!bytes_.empty()) refuse_state();
}

}  // namespace bouton
