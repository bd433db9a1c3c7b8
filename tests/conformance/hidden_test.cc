#include "tests/conformance/hidden_laws.h"

namespace varan::conformance {
namespace {

template <class State>
class HiddenLaws : public testing::Test {};
TYPED_TEST_SUITE(HiddenLaws, TestTypesOf<AllGames>::Types, GameName);

TYPED_TEST(HiddenLaws, DeterminizationKeepsWhatIsKnown) {
  check<TypeParam>(&law_determinization_keeps<TypeParam>);
}
TYPED_TEST(HiddenLaws, DeterminizationIsPure) {
  check<TypeParam>(&law_determinization_is_pure<TypeParam>);
}
TYPED_TEST(HiddenLaws, DeterminizationIgnoresTheTruth) {
  check<TypeParam>(&law_determinization_ignores_truth<TypeParam>);
}
TYPED_TEST(HiddenLaws, Posterior) { check_posterior<TypeParam>(); }
TYPED_TEST(HiddenLaws, Percepts) { check<TypeParam>(&law_percepts<TypeParam>); }
TYPED_TEST(HiddenLaws, NothingLeaks) { check<TypeParam>(&law_nothing_leaks<TypeParam>); }
TYPED_TEST(HiddenLaws, ChoicesAreSecret) { check<TypeParam>(&law_choices_are_secret<TypeParam>); }

}  // namespace
}  // namespace varan::conformance
