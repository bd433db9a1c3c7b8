#ifndef VARAN_VERSION_H_
#define VARAN_VERSION_H_

#include <string_view>

namespace varan {

// The version of the library, "major.minor.patch".
std::string_view version();

}  // namespace varan

#endif  // VARAN_VERSION_H_
