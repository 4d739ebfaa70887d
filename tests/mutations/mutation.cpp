#include "tests/mutations/mutation.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace bouton::mutations {
namespace {

int number_from_environment() {
  const char* text = std::getenv("BOUTON_MUTATION");
  return text != nullptr ? std::atoi(text) : 0;
}

/// Writes a line for each test: its name, the processor time it took in milliseconds, the mutations whose places it passed.
class Report final : public testing::EmptyTestEventListener {
 public:
  explicit Report(const char* path) : out_(path) {}

  void OnTestStart(const testing::TestInfo&) override {
    std::fill(std::begin(passed), std::end(passed), 0);
    begin_ = std::clock();
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    out_ << test.test_suite_name() << '.' << test.name() << ' ' << (std::clock() - begin_) * 1000 / CLOCKS_PER_SEC;
    for (int number = 0; number < kMost; ++number)
      if (passed[number] != 0) out_ << ' ' << number;
    out_ << std::endl;
  }

 private:
  std::ofstream out_;
  std::clock_t begin_ = 0;
};

/// Before main, since main is GoogleTest's.
const bool reporting = [] {
  const char* path = std::getenv("BOUTON_MUTATIONS_PASSED");
  if (path != nullptr) testing::UnitTest::GetInstance()->listeners().Append(new Report(path));
  return path != nullptr;
}();

}  // namespace

int active = number_from_environment();
unsigned char passed[kMost];

}  // namespace bouton::mutations
