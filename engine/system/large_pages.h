// Fresh memory in large pages, where the system has them.
//
// The first touch of a page costs as much as a fast kernel's work on what it holds: a table of two megabytes has 512 usual
// pages, or a large one. The system gives large ones only where they are whole and untouched, and what malloc takes begins with
// a few bytes of its own, in a page that is then a usual one, along with the 511 behind it. So whoever allocates takes as much
// as makes whole large pages with those bytes (room_for_large_pages), and the first one is asked for outright.
//
// All of this is advice. Where it is not taken, for there is another system or another malloc, memory is as ever.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

namespace bouton {

/// How many bytes to allocate at once where `bytes` are needed: some more, if they are many.
std::size_t room_for_large_pages(std::size_t bytes);

/// Asks for large pages for memory that was allocated just now and is about to be filled: `bytes` of it are room.
void ask_for_large_pages(void* memory, std::size_t bytes);

/// Has fresh memory, of which nothing was written, cleared by threads where the system clears it for whoever touches it first:
/// the bytes from `from` to `bytes`, in parts of `part` bytes, a thread each, as far as the machine has room for them. They run
/// until the result is destroyed at the latest. Elsewhere nothing is done.
std::vector<std::jthread> touch_fresh_memory(void* memory, std::size_t from, std::size_t bytes, std::size_t part);

}  // namespace bouton
