#include "tests/conformance/play_laws.h"

namespace varan::conformance {
namespace {

template <class State>
class PlayLaws : public testing::Test {};
TYPED_TEST_SUITE(PlayLaws, TestTypesOf<AllGames>::Types, GameName);

TYPED_TEST(PlayLaws, PlayEnds) { check<TypeParam>(&law_play_ends<TypeParam>); }
TYPED_TEST(PlayLaws, LegalActions) { check<TypeParam>(&law_legal_actions<TypeParam>); }
TYPED_TEST(PlayLaws, ActionSampler) { check<TypeParam>(&law_action_sampler<TypeParam>); }
TYPED_TEST(PlayLaws, Chance) { check<TypeParam>(&law_chance<TypeParam>); }
TYPED_TEST(PlayLaws, Copies) { check<TypeParam>(&law_copies<TypeParam>); }
TYPED_TEST(PlayLaws, Perft) { check<TypeParam>(&law_perft<TypeParam>); }
TYPED_TEST(PlayLaws, Traits) { check<TypeParam>(&law_traits<TypeParam>); }

}  // namespace
}  // namespace varan::conformance
