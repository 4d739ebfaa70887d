#include "tests/generators.h"

BOUTON_GENERATORS_OF(, int)
BOUTON_GENERATORS_OF(, unsigned)
BOUTON_GENERATORS_OF(, long)
BOUTON_GENERATORS_OF(, unsigned long)
template class rc::Gen<bool>;
