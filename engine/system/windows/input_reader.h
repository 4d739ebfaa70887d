// Standard input as it can be waited for, whatever it is.
//
// Windows can wait for no pipe, and a console that is waited for may have had the mouse moved over it: so a thread reads, and
// sets an event when it has read something. It begins when somebody waits, and reads no further than to the next piece.
#pragma once

#include <cstddef>
#include <span>

namespace bouton {

/// Begins to read unless something is there or is being read. The event, a HANDLE, is set once there is something, or the end.
void* begin_to_read_input();

/// Waits for it, and takes what is there, as read_input() does.
std::ptrdiff_t take_input(std::span<char> bytes);

}  // namespace bouton
