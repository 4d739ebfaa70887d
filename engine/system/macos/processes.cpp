#include "engine/system/processes.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bouton {

void end_with_parent() {}

bool make_pipe(std::array<int, 2>& ends) {
  if (pipe(ends.data()) != 0) return false;
  for (const int end : ends) {
    fcntl(end, F_SETFD, FD_CLOEXEC);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
  return true;
}

bool make_socket_pair(std::array<int, 2>& ends) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return false;
  for (const int end : ends) {
    const int on = 1;
    fcntl(end, F_SETFD, FD_CLOEXEC);
    setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  }
  return true;
}

std::ptrdiff_t send_to(int socket, const char* bytes, std::size_t size) { return send(socket, bytes, size, 0); }

}  // namespace bouton
