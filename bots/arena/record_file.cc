#include "bots/arena/record_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"

namespace varan {
namespace {

/// How often a wait looks whether it is to stop.
constexpr std::chrono::milliseconds kPatience{50};
/// How often a file that is replaced while it is opened is opened anew.
constexpr int kMostOpenings = 10;
constexpr std::size_t kBuffer = std::size_t{1} << 20;

absl::Status unwritable(const std::string& path, const char* why) {
  return absl::UnavailableError(absl::StrFormat("cannot write %s: %s", path, why));
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/// Opens a pipe or a device. A pipe is waited for until somebody reads it.
absl::StatusOr<int> open_special(const std::string& path, const std::stop_token& stop) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0) return descriptor;
    struct stat facts;
    const bool unread =
        errno == ENXIO && ::stat(path.c_str(), &facts) == 0 && S_ISFIFO(facts.st_mode);
    if (!unread) return unwritable(path, std::strerror(errno));
    if (stop.stop_requested()) return unwritable(path, "nobody reads this pipe");
    std::this_thread::sleep_for(kPatience);
  }
}

absl::StatusOr<int> open_regular(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) return unwritable(path, std::strerror(errno));
  return descriptor;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecordFile>> RecordFile::open(const std::string& path, bool resume,
                                                             const std::stop_token& stop) {
  struct stat facts;
  const bool special =
      ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
  if (special && resume) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s is not a regular file: it keeps no games that could be resumed", path));
  }
  for (int opening = 1;; ++opening) {
    const absl::StatusOr<int> descriptor = special ? open_special(path, stop) : open_regular(path);
    if (!descriptor.ok()) return descriptor.status();
    std::unique_ptr<RecordFile> file(new RecordFile(path, *descriptor, stop));
    if (::fstat(*descriptor, &facts) != 0) return unwritable(path, std::strerror(errno));
    file->regular_ = S_ISREG(facts.st_mode);
    if (!file->regular_) return file;
    if (::flock(*descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      return unwritable(path, "another tournament is writing it");
    }
    // Another tournament may have put a sorted file into its place before the lock was ours.
    struct stat named;
    const bool current = ::stat(path.c_str(), &named) == 0 && same_file(named, facts);
    if (!current && opening < kMostOpenings) continue;
    if (!resume && facts.st_size > 0) {
      return absl::AlreadyExistsError(
          absl::StrFormat("%s holds something already: resume that tournament (--resume), or name "
                          "another file",
                          path));
    }
    file->end_ = facts.st_size;
    return file;
  }
}

RecordFile::~RecordFile() { ::close(descriptor_); }

absl::Status RecordFile::cannot(const char* what) const {
  return absl::UnavailableError(
      absl::StrFormat("cannot %s %s: %s", what, path_, std::strerror(errno)));
}

absl::StatusOr<bool> RecordFile::resume(const Check& check) {
  std::ifstream stream(path_, std::ios::binary);
  if (!stream) return cannot("read");
  RecordReader reader(stream);
  std::int64_t dropped_from = -1;
  bool line_break_missing = false;
  for (;;) {
    const absl::StatusOr<std::optional<RecordReader::Line>> read = reader.next();
    if (absl::IsUnavailable(read.status())) {
      return absl::UnavailableError(
          absl::StrFormat("cannot read %s: %s", path_, std::string(read.status().message())));
    }
    if (!read.ok()) {
      return absl::DataLossError(
          absl::StrFormat("%s, %s", path_, std::string(read.status().message())));
    }
    if (!read->has_value()) break;
    const RecordReader::Line& line = **read;
    const absl::StatusOr<GameRecord> record = parse_record(line.text);
    if (!record.ok() && !line.complete && check.begins_record(line.text)) {
      dropped_from = line.offset;
      break;
    }
    if (!record.ok()) {
      return absl::DataLossError(absl::StrFormat("%s, line %d: not a record: %s", path_,
                                                 line.number,
                                                 std::string(record.status().message())));
    }
    const absl::StatusOr<std::int64_t> index = check.accept(*record);
    if (!index.ok()) {
      return absl::Status(index.status().code(),
                          absl::StrFormat("%s, line %d: %s", path_, line.number,
                                          std::string(index.status().message())));
    }
    places_.push_back({*index, line.offset, static_cast<std::int64_t>(line.text.size())});
    line_break_missing = !line.complete;
  }
  if (dropped_from >= 0) {
    if (::ftruncate(descriptor_, dropped_from) != 0) return cannot("write");
    end_ = dropped_from;
  }
  if (line_break_missing) {
    if (absl::Status status = write(descriptor_, "\n"); !status.ok()) return status;
    ++end_;
  }
  return dropped_from >= 0;
}

absl::Status RecordFile::add(std::int64_t index, std::string line) {
  if (!failure_.ok()) return failure_;
  const auto size = static_cast<std::int64_t>(line.size());
  line += '\n';
  failure_ = write(descriptor_, line);
  if (!failure_.ok()) {
    // A part of the line may have been written.
    if (regular_) (void)(::ftruncate(descriptor_, end_) == 0);
    return failure_;
  }
  places_.push_back({index, end_, size});
  end_ += size + 1;
  return absl::OkStatus();
}

absl::Status RecordFile::write(int descriptor, std::string_view text) const {
  while (!text.empty()) {
    const ::ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (absl::Status status = wait_for_reader(); !status.ok()) return status;
    } else if (errno != EINTR) {
      return cannot("write");
    }
  }
  return absl::OkStatus();
}

absl::Status RecordFile::wait_for_reader() const {
  for (;;) {
    pollfd pipe{descriptor_, POLLOUT, 0};
    const int ready = ::poll(&pipe, 1, static_cast<int>(kPatience.count()));
    if (ready > 0) return absl::OkStatus();
    if (ready < 0 && errno != EINTR) return cannot("write");
    if (stop_.stop_requested()) return unwritable(path_, "its reader does not read");
  }
}

absl::Status RecordFile::sort() {
  if (!regular_ || !failure_.ok()) return absl::OkStatus();
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return a.index < b.index; });
  std::int64_t expected = 0;
  bool sorted = true;
  for (const Place& place : places_) {
    sorted = sorted && place.offset == expected;
    expected += place.size + 1;
  }
  if (sorted && expected == end_) return absl::OkStatus();

  const auto unsorted = [&](const std::string& why) {
    return absl::UnavailableError(absl::StrFormat(
        "%s holds all games, but not in the order of the schedule: %s", path_, why));
  };
  // Through a symbolic link it is the file itself that is replaced.
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path_, error);
  if (error) return unsorted(error.message());
  std::string sorted_path = (target.parent_path() / ".varan-XXXXXX").string();
  const int descriptor = ::mkostemp(sorted_path.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return unsorted("no file can be made beside it: " + std::string(std::strerror(errno)));
  }
  absl::Status status = copy_sorted(descriptor);
  if (status.ok() && ::fsync(descriptor) != 0) status = cannot("sort");
  ::close(descriptor);
  if (status.ok()) status = replace(target.string(), sorted_path);
  if (status.ok()) return status;
  ::unlink(sorted_path.c_str());
  return unsorted(std::string(status.message()));
}

absl::Status RecordFile::copy_sorted(int to) const {
  std::string text;
  for (const Place& place : places_) {
    std::int64_t got = 0;
    const std::size_t begin = text.size();
    text.resize(begin + static_cast<std::size_t>(place.size));
    while (got < place.size) {
      const ::ssize_t count =
          ::pread(descriptor_, text.data() + begin + static_cast<std::size_t>(got),
                  static_cast<std::size_t>(place.size - got), place.offset + got);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return cannot("read");
      if (count == 0) return absl::UnavailableError("somebody has shortened it");
      got += count;
    }
    text += '\n';
    if (text.size() < kBuffer) continue;
    if (absl::Status status = write(to, text); !status.ok()) return status;
    text.clear();
  }
  return write(to, text);
}

absl::Status RecordFile::replace(const std::string& target, const std::string& sorted) const {
  struct stat named;
  struct stat facts;
  if (::stat(target.c_str(), &named) != 0 || ::fstat(descriptor_, &facts) != 0) {
    return cannot("find");
  }
  if (!same_file(named, facts)) return absl::UnavailableError("somebody has replaced it");
  // Whose it is and who may read it stay as they are, as far as we may do that.
  if (::chown(sorted.c_str(), facts.st_uid, facts.st_gid) != 0 && errno != EPERM) {
    return cannot("sort");
  }
  if (::chmod(sorted.c_str(), facts.st_mode & 07777) != 0) return cannot("sort");
  if (::rename(sorted.c_str(), target.c_str()) != 0) return cannot("replace");
  return absl::OkStatus();
}

}  // namespace varan
