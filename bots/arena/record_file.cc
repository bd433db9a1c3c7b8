#include "bots/arena/record_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "absl/strings/str_format.h"

namespace varan {
namespace {

absl::Status unwritable(const std::string& path, const char* why) {
  return absl::UnavailableError(absl::StrFormat("cannot write %s: %s", path, why));
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecordFile>> RecordFile::open(const std::string& path, bool resume) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return unwritable(path, std::strerror(errno));
  std::unique_ptr<RecordFile> file(new RecordFile(path, descriptor));
  struct stat facts;
  if (::fstat(descriptor, &facts) != 0) return unwritable(path, std::strerror(errno));
  if (!S_ISREG(facts.st_mode)) return file;  // /dev/null, a pipe: nothing to lock or to find there
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return unwritable(path, "another tournament is writing it");
  }
  if (!resume && facts.st_size > 0) {
    return absl::AlreadyExistsError(
        absl::StrFormat("%s holds something already: resume that tournament (--resume), or name "
                        "another file",
                        path));
  }
  return file;
}

RecordFile::~RecordFile() { ::close(descriptor_); }

absl::Status RecordFile::cannot(const char* what) const {
  return absl::UnavailableError(
      absl::StrFormat("cannot %s %s: %s", what, path_, std::strerror(errno)));
}

absl::Status RecordFile::resume(
    const std::function<absl::StatusOr<std::int64_t>(const GameRecord&)>& accept) {
  std::ifstream stream(path_, std::ios::binary);
  if (!stream) return cannot("read");
  RecordReader reader(stream);
  std::int64_t end_of_ordered = 0;
  bool ordered = true;
  for (;;) {
    absl::StatusOr<std::optional<RecordReader::Line>> read = reader.next();
    if (!read.ok()) {
      return absl::DataLossError(
          absl::StrFormat("%s, %s", path_, std::string(read.status().message())));
    }
    if (!read->has_value()) break;
    RecordReader::Line& line = **read;
    absl::StatusOr<GameRecord> record = parse_record(line.text);
    if (!record.ok()) {
      if (!line.complete) break;  // an earlier run was killed while it wrote
      return absl::DataLossError(absl::StrFormat("%s, line %d: %s", path_, line.number,
                                                 std::string(record.status().message())));
    }
    const absl::StatusOr<std::int64_t> index = accept(*record);
    if (!index.ok()) {
      return absl::Status(index.status().code(),
                          absl::StrFormat("%s, line %d: %s", path_, line.number,
                                          std::string(index.status().message())));
    }
    ordered = ordered && line.complete && *index == next_;
    if (ordered) {
      ++next_;
      end_of_ordered = reader.offset();
    } else {
      waiting_[*index] = std::move(line.text) + "\n";
    }
  }
  // What comes after the ordered lines is written again in its place.
  if (::ftruncate(descriptor_, end_of_ordered) != 0) return cannot("write");
  if (::lseek(descriptor_, 0, SEEK_END) < 0) return cannot("write");
  return write_due();
}

absl::Status RecordFile::add(std::int64_t index, std::string line) {
  waiting_[index] = std::move(line) + "\n";
  return write_due();
}

absl::Status RecordFile::write_due() {
  std::string due;
  for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; ++next_) {
    due += first->second;
    first = waiting_.erase(first);
  }
  return write(due);
}

absl::Status RecordFile::write_waiting() {
  std::string text;
  for (const auto& [index, line] : waiting_) text += line;
  waiting_.clear();
  return write(text);
}

absl::Status RecordFile::write(const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ::ssize_t count = ::write(descriptor_, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot("write");
    written += static_cast<std::size_t>(count);
  }
  return absl::OkStatus();
}

}  // namespace varan
