// The subcommands of `varan`: what each is told, and the function that does it. main.cc alone knows
// how they are written on the command line. Each function returns the exit code: 0 done, 1 failed,
// 2 asked for something that does not exist or makes no sense.
#ifndef VARAN_BOTS_COMMAND_COMMAND_H_
#define VARAN_BOTS_COMMAND_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

namespace varan::command {

struct TournamentArguments {
  std::string game;
  std::vector<std::string> bots;
  std::string challenger;
  std::int64_t games = 100;
  int jobs = 0;  ///< 0: one for each processor
  std::uint64_t seed = 1;
  std::string out;
  bool resume = false;
  bool quiet = false;
  bool json = false;
};
int run(const TournamentArguments& arguments);

struct ReplayArguments {
  std::string file;
  std::int64_t game = 0;  ///< 0: all
  std::string viewer;     ///< "", "public" or a seat
  bool moves_only = false;
  bool json = false;
};
int run(const ReplayArguments& arguments);

struct GamesArguments {
  std::string game;  ///< empty: list all
  bool json = false;
};
int run(const GamesArguments& arguments);

struct BotsArguments {
  std::string bot;  ///< empty: list all
  std::string game;
  bool json = false;
};
int run(const BotsArguments& arguments);

struct PerftArguments {
  std::string game;
  int depth = 0;
  std::string position;
  std::string moves;
  bool json = false;
};
int run(const PerftArguments& arguments);

struct AnalyzeArguments {
  std::string game;
  std::string bot;
  std::string position;
  std::string moves;
  int player = -1;  ///< -1: the lowest seat to move
  std::uint64_t seed = 1;
  int top = 10;  ///< actions shown; 0: all
  bool json = false;
};
int run(const AnalyzeArguments& arguments);

struct ExploitArguments {
  std::string game;
  std::string bot;
  std::int64_t max_histories = 10'000'000;
  std::uint64_t seed = 1;
  bool quiet = false;
  bool json = false;
};
int run(const ExploitArguments& arguments);

struct SpeedArguments {
  std::string game;
  std::string bot;  ///< empty: the search that suits the game
  double seconds = 2;
  std::string position;
  std::string moves;
  std::uint64_t seed = 1;
  bool json = false;
};
int run(const SpeedArguments& arguments);

struct BenchArguments {
  std::vector<std::string> games;  ///< empty: all
  bool verbose = false;
  bool json = false;
};
int run(const BenchArguments& arguments);

}  // namespace varan::command

#endif  // VARAN_BOTS_COMMAND_COMMAND_H_
