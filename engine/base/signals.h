// Signals where nothing interrupts a program, as in WebAssembly: there the program has to look whether one has come.
#pragma once

#ifdef BOUTON_NO_SIGNALS
namespace bouton {

/// What look_for_signals() calls at every 64th time; null: nothing. It may do what a signal handler may.
inline void (*signal_look)() = nullptr;
inline unsigned signal_looks = 0;

/// To be called by whatever runs long, as often as it looks whether it is to stop.
inline void look_for_signals() {
  if (++signal_looks % 64 == 0 && signal_look != nullptr) signal_look();
}

}  // namespace bouton
#else
namespace bouton {

/// Handlers of signals interrupt the program: there is nothing to look for.
inline void look_for_signals() {}

}  // namespace bouton
#endif
