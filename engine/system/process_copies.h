// Copies of this process, as fork makes them: each has no thread but the one that made it.
#pragma once

#include <cstdint>

namespace bouton {

/// What is called in this process before it is copied and then in both of them. Where processes are never copied, nothing is
/// called.
void call_at_copies(void (*before)(), void (*in_this)(), void (*in_copy)());

/// A number that differs between a process and its copies once it was asked for: so that whoever noted it with a thread
/// knows later whether that thread is one of this process.
std::uint64_t process_copy();

}  // namespace bouton
