#include "tests/conformance/text_laws.h"

namespace varan::conformance {
namespace {

template <class State>
class TextLaws : public testing::Test {};
TYPED_TEST_SUITE(TextLaws, TestTypesOf<AllGames>::Types, GameName);

TYPED_TEST(TextLaws, Positions) { check<TypeParam>(&law_position_texts<TypeParam>); }
TYPED_TEST(TextLaws, Actions) { check<TypeParam>(&law_action_texts<TypeParam>); }
TYPED_TEST(TextLaws, ChanceOutcomes) { check<TypeParam>(&law_chance_texts<TypeParam>); }
TYPED_TEST(TextLaws, Specs) { check<TypeParam>(&law_spec_texts<TypeParam>); }

}  // namespace
}  // namespace varan::conformance
