// What Emscripten's NODERAWFS lacks of the system calls that the command makes, or has for its own files in memory alone. Read by
// the linker (bindings/cli/CMakeLists.txt). Module.host is that of host.cjs.
mergeInto(LibraryManager.library, {
  // Standard input is waited for; whatever else is asked about can be read and written.
  __syscall_poll__deps: ["$FS"],
  __syscall_poll: function (fds, count, timeout) {
    var POLLIN = 1, POLLOUT = 4, POLLNVAL = 32;
    var found = 0;
    for (var i = 0; i < count; i++) {
      var at = (fds >>> 0) + 8 * i;
      var file = HEAP32[at >>> 2], events = HEAP16[(at + 4) >>> 1];
      var mask = !FS.getStream(file) ? POLLNVAL : events & (POLLIN | POLLOUT);
      if (file === 0 && (events & POLLIN) && Module["host"].waitForInput(timeout) !== 1) mask &= ~POLLIN;
      if (mask) found++;
      HEAP16[(at + 6) >>> 1] = mask;
    }
    return found;
  },

  __syscall_ioctl__deps: ["$FS"],
  __syscall_ioctl: function (file, operation, more) {
    var EBADF = 8, EINVAL = 28, ENOTTY = 59, TIOCGWINSZ = 21523;
    var stream = FS.getStream(file);
    if (!stream) return -EBADF;
    if (!stream.tty) return -ENOTTY;
    if (operation !== TIOCGWINSZ) return -EINVAL;
    var size = Module["host"].terminalSize();
    var at = HEAPU32[more >>> 2];
    HEAP16[at >>> 1] = size.rows;
    HEAP16[(at + 2) >>> 1] = size.columns;
    HEAP16[(at + 4) >>> 1] = HEAP16[(at + 6) >>> 1] = 0;
    return 0;
  },

  __syscall_linkat__deps: ["$SYSCALLS", "$ERRNO_CODES"],
  __syscall_linkat: function (oldFolder, oldPath, newFolder, newPath, flags) {
    try {
      var from = SYSCALLS.calculateAt(oldFolder, SYSCALLS.getStr(oldPath));
      require("fs").linkSync(from, SYSCALLS.calculateAt(newFolder, SYSCALLS.getStr(newPath)));
      return 0;
    } catch (error) {
      return -(ERRNO_CODES[error.code] || ERRNO_CODES["EIO"]);
    }
  },

  // That of WASI: an error is a positive number.
  fd_sync__deps: ["$FS", "$ERRNO_CODES"],
  fd_sync: function (file) {
    var stream = FS.getStream(file);
    if (!stream) return ERRNO_CODES["EBADF"];
    try {
      if (stream.nfd !== undefined) require("fs").fsyncSync(stream.nfd);
      return 0;
    } catch (error) {
      return ERRNO_CODES[error.code] || ERRNO_CODES["EIO"];
    }
  },
});
