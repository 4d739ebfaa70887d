#include "engine/system/waiting.h"

#include <windows.h>

namespace bouton {

void sleep_while_equal(const void* value, const void* old) {
  // The system only reads what it is given.
  WaitOnAddress(const_cast<void*>(value), const_cast<void*>(old), 4, INFINITE);
}
void wake_sleeper(void* value) { WakeByAddressSingle(value); }
void wake_sleepers(void* value) { WakeByAddressAll(value); }

}  // namespace bouton
