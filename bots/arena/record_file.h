// The file of a tournament under way: opened and locked before the first game, every line flushed,
// the lines in the order of the schedule whichever game ends first.
#ifndef VARAN_BOTS_ARENA_RECORD_FILE_H_
#define VARAN_BOTS_ARENA_RECORD_FILE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/arena/record.h"

namespace varan {

class RecordFile {
 public:
  /// Opens `path` for writing and locks it against a second tournament. Errors: kAlreadyExists, it
  /// holds something and `resume` is false; kUnavailable, it cannot be written.
  static absl::StatusOr<std::unique_ptr<RecordFile>> open(const std::string& path, bool resume);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  /// Reads what an earlier run has left. `accept` is given each record and says which game of the
  /// schedule it is. A last line that breaks off is dropped. Errors: kDataLoss, a line that is not
  /// a record; what `accept` says; both with the line's number.
  absl::Status resume(const std::function<absl::StatusOr<std::int64_t>(const GameRecord&)>& accept);

  /// Takes the line of game number `index`. It is written when all games before it have been.
  absl::Status add(std::int64_t index, std::string line);

  /// At an interruption: writes what still waits for earlier games, out of order; resume() sorts
  /// it.
  absl::Status write_waiting();

  const std::string& path() const { return path_; }

 private:
  RecordFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  absl::Status write(const std::string& text);
  absl::Status write_due();
  absl::Status cannot(const char* what) const;

  std::string path_;
  int descriptor_;
  std::int64_t next_ = 0;                        ///< the game whose line is written next
  std::map<std::int64_t, std::string> waiting_;  ///< lines of later games
};

}  // namespace varan

#endif  // VARAN_BOTS_ARENA_RECORD_FILE_H_
