// What processes that are copies of one another take of the system.
#pragma once

#include <array>
#include <cstddef>

namespace bouton {

/// The calling process ends when the one that it is a copy of does. Where a system knows nothing of the kind, nothing happens:
/// then it ends when it reads that nobody writes any more.
void end_with_parent();

/// The two ends of a pipe, to read from and to write to, that do not block and that no other program inherits; false, and
/// errno, where there are none.
bool make_pipe(std::array<int, 2>& ends);

/// Two sockets that are connected to each other, and that no other program inherits; false, and errno, where there are none.
bool make_socket_pair(std::array<int, 2>& ends);

/// Writes to a socket of make_socket_pair, as send does, where nobody reads without a signal.
std::ptrdiff_t send_to(int socket, const char* bytes, std::size_t size);

}  // namespace bouton
