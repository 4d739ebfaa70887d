// How Lua is stopped.
#pragma once

#include "engine/base/threads.h"

namespace bouton::lua {

/// How a call that must end is told so.
enum class Alarm {
  signal,  ///< by the Watchdog's signal, which costs nothing until it comes: for a process of our own
  hook,    ///< by a hook that looks at the clock every few thousand instructions, which makes Lua about half as fast: no
           ///< signal handler and no thread appear in the process, which is somebody else's
  none     ///< not at all: for a state of a host's own, whose hooks belong to the host
};

/// That of a process of our own: where it has no second thread, what runs has to look for itself.
inline constexpr Alarm kUsualAlarm = kHasThreads ? Alarm::signal : Alarm::hook;

}  // namespace bouton::lua
