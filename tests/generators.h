// RapidCheck's generators of the types that most tests generate: their instances, of which the tests' library has one each, so
// that they are not compiled in every file. Precompiled with the headers of all tests; a file that does without it has
// instances of its own.
#pragma once

#include <rapidcheck.h>

#define BOUTON_GENERATORS_OF(prefix, number)                                \
  prefix template class rc::Gen<number>;                                    \
  prefix template rc::Gen<number> rc::gen::inRange<number>(number, number); \
  prefix template rc::Gen<number> rc::gen::resize<number>(int, rc::Gen<number>);

BOUTON_GENERATORS_OF(extern, int)
BOUTON_GENERATORS_OF(extern, unsigned)
BOUTON_GENERATORS_OF(extern, long)
BOUTON_GENERATORS_OF(extern, unsigned long)
extern template class rc::Gen<bool>;
