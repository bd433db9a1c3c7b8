#include "bots/command/interrupt.h"

#include <pthread.h>
#include <unistd.h>

namespace varan::command {
namespace {

/// Wakes the watcher up when it is no longer needed.
constexpr int kWakeUp = SIGUSR1;

}  // namespace

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    // In the background of a script SIGINT is ignored too, but whoever then sends it means it.
    if (signal == SIGHUP && sigaction(signal, nullptr, &action) == 0 &&
        action.sa_handler == SIG_IGN) {
      continue;
    }
    sigaddset(&signals_, signal);
  }
  sigaddset(&signals_, kWakeUp);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
  pthread_kill(watcher_.native_handle(), kWakeUp);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::watch() {
  for (;;) {
    int signal = 0;
    if (sigwait(&signals_, &signal) != 0) continue;
    if (signal == kWakeUp) return;
    if (!source_.stop_requested()) {
      source_.request_stop();
      continue;
    }
    // Asked twice: the signal does what it does to a program that knows nothing of it.
    std::signal(signal, SIG_DFL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
    raise(signal);
  }
}

}  // namespace varan::command
