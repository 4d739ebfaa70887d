// All that a table is asked.
#pragma once

#include <utility>

#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton::test {

inline constexpr std::pair<ValueKind, Play> kQuestions[] = {{ValueKind::outcome, Play::normal},
                                                            {ValueKind::outcome, Play::misere},
                                                            {ValueKind::remoteness, Play::normal},
                                                            {ValueKind::remoteness, Play::misere},
                                                            {ValueKind::grundy, Play::normal}};

}  // namespace bouton::test
