#include "bindings/cpp/core.h"

std::string_view bouton::v1::version() noexcept { return BOUTON_VERSION; }
