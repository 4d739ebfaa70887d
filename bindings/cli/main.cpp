#include "bindings/cli/command.h"

int main(int argc, char** argv) { return bouton::cli::run_command(argc, argv); }
