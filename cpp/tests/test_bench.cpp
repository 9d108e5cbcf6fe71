#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/arguments.hpp"
#include "bench/positions.hpp"
#include "bench/problems.hpp"
#include "search/parameters.hpp"
#include "tests/check.hpp"

namespace logistello::tests {
namespace {

// A file that is gone at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) : path_("test_bench.tmp") { std::ofstream(path_) << text; }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST(bench_lists_of_numbers) {
  CHECK(bench::is_listed("", 7));
  CHECK(bench::is_listed("40-47,50", 40) && bench::is_listed("40-47,50", 47) && bench::is_listed("40-47,50", 50));
  CHECK(!bench::is_listed("40-47,50", 48) && !bench::is_listed("40-47,50", 4));
}

TEST(bench_reads_problems) {
  const std::string discs = "X" + std::string(62, '-') + "O";
  const TemporaryFile file(discs + " X; A2:+38; C7:-4;\n\n" + discs + " O; --:-127; B1:-6;\n" + discs + " X\n");
  const auto problems = bench::read_problems(file.path(), 40);
  CHECK_EQ(problems.size(), std::size_t{3});
  CHECK(problems[0].board == (Board{bit(0), bit(63)}) && problems[1].board == (Board{bit(63), bit(0)}));
  CHECK_EQ(problems[1].number, 41);
  CHECK(problems[0].score == 38 && problems[1].score == -6 && !problems[2].score);
  bool refused = false;
  try {
    bench::read_problems("no such file", 1);
  } catch (const std::runtime_error&) {
    refused = true;
  }
  CHECK(refused);
}

TEST(bench_positions_survive_a_file) {
  const TemporaryFile file("");
  bench::write_positions(file.path(), {{kStartBoard, Discs(-3)}, {kStartBoard.passed(), Discs(64)}});
  const auto positions = bench::read_positions(file.path());
  CHECK_EQ(positions.size(), std::size_t{2});
  CHECK(positions[0].board == kStartBoard && positions[0].alpha == Discs(-3));
  CHECK(positions[1].board == kStartBoard.passed() && positions[1].alpha == Discs(64));
}

TEST(parameters_have_names_of_their_own) {
  std::vector<std::string> names;
  for_each_parameter(parameters, [&](const char* name, const auto&) { names.push_back(name); });
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) CHECK(names[i] != names[j]);
  }
  CHECK_EQ(names.size(), count_parameters());
}

}  // namespace logistello::tests
