// The file of a tournament under way: opened and locked before the first game, each game's line
// written as soon as it is finished. Lines are never taken out of the file: whatever happens, the
// file holds every game that was finished.
#ifndef VARAN_BOTS_ARENA_RECORD_FILE_H_
#define VARAN_BOTS_ARENA_RECORD_FILE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/arena/record.h"

namespace varan {

class RecordFile {
 public:
  /// Opens `path` for writing and locks it against a second tournament. A pipe that nobody reads is
  /// waited for until `stop`. Errors: kAlreadyExists, it holds something and `resume` is false;
  /// kInvalidArgument, it is no regular file and `resume` is true; kUnavailable, it cannot be
  /// written.
  static absl::StatusOr<std::unique_ptr<RecordFile>> open(const std::string& path, bool resume,
                                                          const std::stop_token& stop);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  /// What a tournament knows of its records.
  struct Check {
    /// Which game of the schedule a record is; error: none.
    std::function<absl::StatusOr<std::int64_t>(const GameRecord&)> accept;
    /// Whether a line that breaks off is the beginning of a record of this tournament.
    std::function<bool(std::string_view)> begins_record;
  };
  /// Reads what an earlier run has left, to be continued. A last line that an earlier run was
  /// killed in is dropped; true: there was one. Nothing is changed if there is an error: kDataLoss,
  /// a line that is not a record; what `accept` says; both with the line's number; kUnavailable,
  /// the file cannot be read or written.
  absl::StatusOr<bool> resume(const Check& check);

  /// Writes the line of game number `index`. After an error the file is as it was before, and
  /// nothing more is written.
  absl::Status add(std::int64_t index, std::string line);

  /// Puts the lines into the order of the schedule, by way of a second file that then takes the
  /// place of the first. To be called last. Error: the file is as it was.
  absl::Status sort();

 private:
  /// A line in the file, its line break included.
  struct Place {
    std::int64_t index = 0;
    std::int64_t offset = 0;
    std::int64_t size = 0;
  };

  RecordFile(std::string path, int descriptor, std::stop_token stop)
      : path_(std::move(path)), descriptor_(descriptor), stop_(std::move(stop)) {}
  absl::Status write(int descriptor, std::string_view text) const;
  absl::Status wait_for_reader() const;
  absl::Status copy_sorted(int to) const;
  absl::Status replace(const std::string& target, const std::string& sorted) const;
  absl::Status cannot(const char* what) const;

  std::string path_;
  int descriptor_;
  std::stop_token stop_;
  bool regular_ = false;
  std::vector<Place> places_;
  std::int64_t end_ = 0;  ///< bytes in the file
  absl::Status failure_;  ///< of the first write that failed
};

}  // namespace varan

#endif  // VARAN_BOTS_ARENA_RECORD_FILE_H_
