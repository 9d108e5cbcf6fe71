// Prints the instruction-set levels of this CPU, slowest first, while a build is configured.
#include <cstdio>

int main() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v2")) std::printf("v2;");
  if (__builtin_cpu_supports("x86-64-v3")) std::printf("v3;");
  if (__builtin_cpu_supports("x86-64-v4")) std::printf("v4;");
#else
  std::printf("generic;");
#endif
  return 0;
}
