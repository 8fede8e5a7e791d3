#include <cstdio>
#include <exception>
#include <map>

#include "commands.hpp"

int main(int count, char **words) {
  const std::map<std::string, void (*)(const Arguments &)> commands = {
      {"check", check}, {"games", games}, {"data", data}, {"tune", tune}};
  auto command = count > 1 ? commands.find(words[1]) : commands.end();
  if (command == commands.end()) {
    std::fprintf(stderr, "unknown command; see tests/tools/cpp_engine/driver.py\n");
    return 2;
  }
  try {
    command->second(Arguments(words + 2, words + count));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", words[1], error.what());
    return 2;
  }
  return 0;
}
