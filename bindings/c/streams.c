/* Debian's static Lua is compiled for position-independent executables. All that keeps it out of a shared library is how it
 * reaches the variables stdin, stdout and stderr: as if they were in the same file. So for this library the linker's
 * --wrap puts variables that are in the place of those. Rule files cannot reach any of them: they have no print and no
 * io; what is left is Lua's last words before it ends the process. */
#include <stdio.h>

#define STANDARD_STREAM(name)                                    \
  extern FILE* __real_##name;                                    \
  extern FILE* __wrap_##name __attribute__((visibility("hidden"))); \
  FILE* __wrap_##name;

STANDARD_STREAM(stdin)
STANDARD_STREAM(stdout)
STANDARD_STREAM(stderr)

__attribute__((constructor)) static void copy_streams(void) {
  __wrap_stdin = __real_stdin;
  __wrap_stdout = __real_stdout;
  __wrap_stderr = __real_stderr;
}
