#include "varan/version.h"

namespace varan {

// The build defines VARAN_VERSION for this file alone; the number itself stands in CMakeLists.txt.
std::string_view version() { return VARAN_VERSION; }

}  // namespace varan
