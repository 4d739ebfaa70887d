// Methods for games whose moves oblige, which stand beside those of the same name for other games.
#pragma once

#include <memory>

#include "engine/method/method_parts.h"

namespace bouton {

/// Of one heap: from the values of all smaller heaps.
std::unique_ptr<AnsweringMethod> make_entailing_heap_method(const MethodParts& parts);
/// A search by nimbers of the components of a position.
std::unique_ptr<AnsweringMethod> make_entailing_nimbers_method(const MethodParts& parts);

}  // namespace bouton
