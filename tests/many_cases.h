// A property of generated cases that is tried as often as a test asks, from a seed of its own: in the long form of the tests
// ten thousand times, where RapidCheck's own number is for all properties.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include <rapidcheck.h>

namespace bouton::test {

/// What RapidCheck says of the first case that fails, made smaller; empty where `number` of them hold.
template <class Property>
std::string first_failure(Property property, std::uint64_t seed, std::uint64_t number) {
  rc::detail::TestMetadata metadata;
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = static_cast<int>(number);
  const auto result = rc::detail::checkTestable(property, metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return {};
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  return text.str();
}

}  // namespace bouton::test
