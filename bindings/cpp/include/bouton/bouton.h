// The whole C++ interface.
#pragma once

#include <bouton/errors.h>
#include <bouton/game.h>
#include <bouton/heaps.h>
#include <bouton/limits.h>
#include <bouton/play.h>
#include <bouton/solver.h>
#include <bouton/study.h>
#include <bouton/values.h>
#include <bouton/version.h>
