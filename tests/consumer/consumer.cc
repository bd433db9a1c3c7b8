// Uses the rules alone.
#include <iostream>

#include "varan/version.h"

int main() { std::cout << "varan " << varan::version() << "\n"; }
