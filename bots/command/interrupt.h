// Ctrl-C and its relatives, turned into a stop token.
#ifndef VARAN_BOTS_COMMAND_INTERRUPT_H_
#define VARAN_BOTS_COMMAND_INTERRUPT_H_

#include <csignal>
#include <stop_token>
#include <thread>

namespace varan::command {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP requests a stop; a second one ends the
/// process as it would without this. To be made before other threads, which inherit the blocked
/// signals. A signal that the process was told to ignore (nohup) stays ignored.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch();

  std::stop_source source_;
  sigset_t signals_;
  sigset_t before_;
  std::thread watcher_;
};

}  // namespace varan::command

#endif  // VARAN_BOTS_COMMAND_INTERRUPT_H_
