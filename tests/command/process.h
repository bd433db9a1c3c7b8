// Runs the built command, as a user does: arguments in, two texts and an exit code out.
#ifndef VARAN_TESTS_COMMAND_PROCESS_H_
#define VARAN_TESTS_COMMAND_PROCESS_H_

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace varan::testing {

struct Finished {
  int code = -1;  ///< exit code; 128 + signal if a signal ended it; -1 if it did not end
  std::string out;
  std::string err;
};

inline std::string command_path() {
  const char* path = std::getenv("VARAN_COMMAND");
  return path != nullptr ? path : "build/release/bin/varan";
}

/// A process under way.
class Process {
 public:
  explicit Process(const std::vector<std::string>& arguments,
                   const std::string& program = command_path()) {
    int out[2];
    int err[2];
    if (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0) std::abort();
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::dup2(err[1], STDERR_FILENO);
      ::execv(argv[0], argv.data());
      _exit(127);
    }
    ::close(out[1]);
    ::close(err[1]);
    out_ = out[0];
    err_ = err[0];
  }
  ~Process() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(out_);
    ::close(err_);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(int signal) const { ::kill(pid_, signal); }

  /// Reads until the process has ended; kills it after `seconds`.
  Finished wait(int seconds = 600) {
    Finished result;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    pollfd files[] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    while (files[0].fd >= 0 || files[1].fd >= 0) {
      if (std::chrono::steady_clock::now() > end) return result;
      if (::poll(files, 2, 100) <= 0) continue;
      for (int i = 0; i < 2; ++i) {
        if (files[i].revents == 0) continue;
        char buffer[4096];
        const auto count = ::read(files[i].fd, buffer, sizeof buffer);
        if (count <= 0) {
          files[i].fd = -1;
        } else {
          (i == 0 ? result.out : result.err).append(buffer, static_cast<std::size_t>(count));
        }
      }
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
  }

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
};

inline Finished varan(const std::vector<std::string>& arguments, int seconds = 60) {
  return Process(arguments).wait(seconds);
}

/// What a shell makes of the script, in which "$0" is the command and "$1" is `argument`.
inline Finished shell(const std::string& script, const std::string& argument = "") {
  return Process({"-c", script, command_path(), argument}, "/bin/sh").wait(120);
}

/// A folder for a test's files, removed afterwards.
class Folder {
 public:
  Folder() : path_(::testing::TempDir() + "varan_command_" + std::to_string(::getpid()) + "/") {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + name; }

 private:
  std::string path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Records with the times taken out.
inline std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex("\"times\":\\[[^\\]]*\\]"), "\"times\":[]");
}

inline std::ptrdiff_t line_count(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace varan::testing

#endif  // VARAN_TESTS_COMMAND_PROCESS_H_
