// The few lines of test framework that the core needs: no dependency, one executable per instruction-set level.
#pragma once

#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace logistello::tests {

struct Test {
  std::string name;
  std::function<void()> body;
};

inline std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

struct Registration {
  Registration(const char* name, std::function<void()> body) { all_tests().push_back({name, std::move(body)}); }
};

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a message shows of a value: numbers with a unit have a number.
template <typename T>
auto shown(const T& value) {
  if constexpr (requires { value.number(); }) {
    return value.number();
  } else {
    return value;
  }
}

template <typename A, typename B>
void check_equal(const A& a, const B& b, const char* text, const char* file, int line) {
  if (a == b) return;
  std::ostringstream message;
  message << file << ':' << line << ": " << text << ": " << shown(a) << " != " << shown(b);
  throw Failure(message.str());
}

inline void check(bool holds, const char* text, const char* file, int line) {
  if (!holds) throw Failure(std::string(file) + ':' + std::to_string(line) + ": " + text);
}

}  // namespace logistello::tests

#define CHECK(condition) ::logistello::tests::check(condition, #condition, __FILE__, __LINE__)
#define CHECK_EQ(a, b) ::logistello::tests::check_equal(a, b, #a " == " #b, __FILE__, __LINE__)

// TEST(area_what) { ... }: the name is what a filter on the command line matches.
#define TEST(name)                                                                    \
  static void test_##name();                                                          \
  static const ::logistello::tests::Registration register_##name(#name, test_##name); \
  static void test_##name()
