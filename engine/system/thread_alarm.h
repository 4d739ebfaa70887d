// A thread that is interrupted by another one, wherever it is.
//
// Each thread may have a subject, something that it works at. Whoever rings a thread has a handler called with the subject that
// it has at that moment, while the thread does nothing else: as a signal handler of its own (SIGURG, which is ignored by
// default, so that one that comes late does no harm), or, on Windows, by the thread that rings, while the other stands still.
// So the handler may do what a signal handler may.
#pragma once

#ifndef _WIN32
#include <pthread.h>
#endif

namespace bouton {

#ifdef _WIN32
using ThreadName = unsigned long;
#else
using ThreadName = pthread_t;
#endif

ThreadName this_thread_name();

/// Once per process, before the first ring.
void install_thread_alarm(void (*handler)(void* subject));

/// The calling thread's subject becomes this one, perhaps null; returns the one before. It may be rung for until it has
/// another.
void* set_alarm_subject(void* subject);

/// Calls the handler where the thread has a subject. The thread has not ended.
void ring(ThreadName thread);

}  // namespace bouton
