// Copies of the process that the library is in, as fork makes them.
#pragma once

namespace bouton::c {

struct Core;

/// While a core is noted, every copy of this process can go on with it: Core::hold, let_go and become_copy are called.
void note(Core& core);
void forget(Core& core);

}  // namespace bouton::c
