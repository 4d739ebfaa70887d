// The tables under tests/data, found by plain brute force.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "bouton_places.h"

namespace bouton::test {

inline nlohmann::json oracle(const std::string& name) {
  std::ifstream file(std::string(BOUTON_SOURCE_DIRECTORY) + "/tests/data/" + name + ".json");
  return nlohmann::json::parse(file);
}

}  // namespace bouton::test
