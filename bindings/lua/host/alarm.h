// How Lua is stopped.
#pragma once

namespace bouton::lua {

/// How a call that must end is told so.
enum class Alarm {
  signal,  ///< by the Watchdog's signal, which costs nothing until it comes: for a process of our own
  hook,    ///< by a hook that looks at the clock every few thousand instructions, which makes Lua about half as fast: no
           ///< signal handler and no thread appear in the process, which is somebody else's
  none     ///< not at all: for a state of a host's own, whose hooks belong to the host
};

}  // namespace bouton::lua
