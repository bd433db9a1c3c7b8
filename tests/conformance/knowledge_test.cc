#include "tests/conformance/knowledge_laws.h"

namespace varan::conformance {
namespace {

template <class State>
class KnowledgeLaws : public testing::Test {};
TYPED_TEST_SUITE(KnowledgeLaws, TestTypesOf<AllGames>::Types, GameName);

TYPED_TEST(KnowledgeLaws, Observation) { check<TypeParam>(&law_observation<TypeParam>); }
TYPED_TEST(KnowledgeLaws, Hints) { check<TypeParam>(&law_hints<TypeParam>); }
TYPED_TEST(KnowledgeLaws, Evaluation) { check<TypeParam>(&law_evaluation<TypeParam>); }

}  // namespace
}  // namespace varan::conformance
