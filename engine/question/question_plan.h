// The plan for one question: proposals in the order in which they are run.
#pragma once

#include <string>
#include <vector>

#include "engine/base/effort.h"
#include "engine/question/proposal.h"

namespace bouton {

class AnsweringMethod;

/// One method's turn at a question.
struct Step {
  Proposal proposal;
  Effort allowance = {};  ///< how much it may look at; unlimited where nothing comes after it that would take less
  AnsweringMethod* by = nullptr;
};

/// A method that was not taken, and why.
struct Declined {
  Method method = Method::search;
  std::string reason;
};

/// What is done to answer one question: the steps in their order, until one has the answer.
struct QuestionPlan {
  std::vector<Step> steps;
  std::vector<Declined> declined;
};

}  // namespace bouton
