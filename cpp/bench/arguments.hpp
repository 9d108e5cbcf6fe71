// Options of the bench's commands: --name value, any number of times, and words without a name.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace logistello::bench {

class Arguments {
 public:
  // Throws std::runtime_error if an option has no value.
  Arguments(int count, char** words) {
    for (int i = 0; i < count; ++i) {
      const std::string word = words[i];
      if (word.starts_with("--")) {
        if (++i >= count) throw std::runtime_error(word + " needs a value");
        options_[word.substr(2)].push_back(words[i]);
      } else {
        words_.push_back(word);
      }
    }
  }

  const std::vector<std::string>& words() const { return words_; }

  std::vector<std::string> all(const std::string& name) const {
    const auto found = options_.find(name);
    return found == options_.end() ? std::vector<std::string>{} : found->second;
  }

  std::string text(const std::string& name, const std::string& otherwise) const {
    const auto given = all(name);
    return given.empty() ? otherwise : given.back();
  }

  std::string text(const std::string& name) const {
    const auto given = all(name);
    if (given.empty()) throw std::runtime_error("--" + name + " is missing");
    return given.back();
  }

  int number(const std::string& name, int otherwise) const {
    const auto given = all(name);
    return given.empty() ? otherwise : std::stoi(given.back());
  }

 private:
  std::map<std::string, std::vector<std::string>> options_;
  std::vector<std::string> words_;
};

// Numbers as "40-47,50": whether `number` is among them. An empty list has all.
inline bool is_listed(const std::string& list, int number) {
  if (list.empty()) return true;
  std::size_t at = 0;
  while (at < list.size()) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::string part = list.substr(at, comma - at);
    const std::size_t dash = part.find('-');
    const int from = std::stoi(part);
    const int to = dash == std::string::npos ? from : std::stoi(part.substr(dash + 1));
    if (number >= from && number <= to) return true;
    at = comma + 1;
  }
  return false;
}

}  // namespace logistello::bench
