#include "engine/base/memory_account.h"

#include <fmt/format.h>

namespace bouton {

void MemoryAccount::refuse() {
  exhausted_ = true;
  throw LimitError(fmt::format("the positions of this question need more than {} of memory", format_bytes(limit_)),
                   Limit::memory);
}

}  // namespace bouton
