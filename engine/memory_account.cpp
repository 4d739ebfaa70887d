#include "engine/memory_account.h"

#include <fmt/format.h>

namespace bouton {

void MemoryAccount::refuse(std::size_t /*bytes*/) {
  exhausted_ = true;
  throw LimitError(fmt::format("the positions of this question need more than {} of memory; raise the limit with "
                               "--memory SIZE",
                               format_bytes(limit_)));
}

}  // namespace bouton
