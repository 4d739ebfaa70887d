#include "engine/system/processes.h"

#include <csignal>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bouton {

void end_with_parent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

bool make_pipe(std::array<int, 2>& ends) { return pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) == 0; }

bool make_socket_pair(std::array<int, 2>& ends) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0; }

std::ptrdiff_t send_to(int socket, const char* bytes, std::size_t size) { return send(socket, bytes, size, MSG_NOSIGNAL); }

}  // namespace bouton
