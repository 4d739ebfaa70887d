// The engine as this binding names it. The engine's own namespace is that of the interface, too, so that a name of both would
// be ambiguous: here all that is used of the engine is included and named, and only then the interface is included. Every file
// of this folder includes this one, and none of the engine's or the interface's headers besides.
#pragma once

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/closed_form/registry/registry.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/plan/compound_game.h"
#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "engine/plan/under_play.h"
#include "engine/play/board.h"
#include "engine/play/perfect.h"
#include "engine/play/player.h"
#include "engine/play/session.h"
#include "engine/rules/blocking.h"
#include "engine/rules/game.h"
#include "engine/rules/step_limited_rules.h"
#include "engine/study/graph.h"
#include "engine/study/match.h"
#include "engine/study/misere.h"
#include "engine/study/sequence/study.h"
#include "engine/verify/verify.h"
#include "engine/why/reason.h"

namespace bouton::core {

using bouton::Answer;
using bouton::Axis;
using bouton::BigPosition;
using bouton::Box;
using bouton::Budget;
using bouton::CellShape;
using bouton::Check;
using bouton::chosen_move;
using bouton::chosen_to_forbid;
using bouton::ClosedFormArguments;
using bouton::ClosedFormBinding;
using bouton::Component;
using bouton::Compound;
using bouton::Cost;
using bouton::Domain;
using bouton::Error;
using bouton::Explanation;
using bouton::Game;
using bouton::GamePlayer;
using bouton::GameQuotient;
using bouton::Games;
using bouton::HeapRun;
using bouton::Integer;
using bouton::Interrupted;
using bouton::Limit;
using bouton::LimitError;
using bouton::Move;
using bouton::MoveKind;
using bouton::MovePart;
using bouton::MoveValue;
using bouton::Nimber;
using bouton::Options;
using bouton::Outcome;
using bouton::Play;
using bouton::play_as_written;
using bouton::Position;
using bouton::PositionGraph;
using bouton::PositionView;
using bouton::Progress;
using bouton::Random;
using bouton::Reason;
using bouton::RequestError;
using bouton::RuleError;
using bouton::Rules;
using bouton::Session;
using bouton::Solver;
using bouton::StepLimitedRules;
using bouton::StepLimitReached;
using bouton::Sum;
using bouton::Table;
using bouton::TakeAndBreak;
using bouton::Value;
using bouton::ValueKind;

}  // namespace bouton::core

#include <bouton/bouton.h>
