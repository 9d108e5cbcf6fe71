#include <cstdio>
#include <stdexcept>
#include <type_traits>

#include "bench/commands.hpp"
#include "search/parameters.hpp"

namespace logistello::bench {

int list_parameters() {
  for_each_parameter(parameters, [](const char* name, const auto& number) {
    std::printf("%s = %g\n", name, static_cast<double>(number));
  });
  return 0;
}

void set_parameters(const Arguments& arguments) {
  for (const std::string& each : arguments.all("set")) {
#if defined(LOGISTELLO_TUNABLE)
    const std::size_t equals = each.find('=');
    const std::string wanted = each.substr(0, equals);
    bool found = false;
    for_each_parameter(parameters, [&](const char* name, auto& number) {
      if (equals == std::string::npos || wanted != name) return;
      number = static_cast<std::remove_reference_t<decltype(number)>>(std::stof(each.substr(equals + 1)));
      found = true;
    });
    if (!found) throw std::runtime_error(each + ": expected the name of a parameter, = and a number");
#else
    throw std::runtime_error(each + ": parameters are set in a program built with TUNABLE=ON");
#endif
  }
}

}  // namespace logistello::bench
