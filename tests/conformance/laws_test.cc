// The laws themselves: a right game passes them all, and each mistake is caught by the law that is
// there for it.
#include <string>

#include "gmock/gmock.h"
#include "tests/conformance/hidden_laws.h"
#include "tests/conformance/knowledge_laws.h"
#include "tests/conformance/play_laws.h"
#include "tests/conformance/secret_bids.h"
#include "tests/conformance/text_laws.h"

namespace varan::conformance {
namespace {

void law_posterior(const SecretBidsRules& rules) {
  Posterior<SecretBids>(rules, 2 * rules.players() + 2).compare(rules, 400);
}

/// What the law says to secret bids with the mistake; empty if it holds.
std::string verdict(void (*law)(const SecretBidsRules&), Mistake mistake, int players = 2) {
  try {
    law(make_rules<SecretBidsRules>("secret_bids(players=" + std::to_string(players) +
                                    ",mistake=" + std::to_string(static_cast<int>(mistake)) + ")"));
  } catch (const Violation& violation) {
    return violation.what();
  }
  return {};
}

void expect_holds(void (*law)(const SecretBidsRules&)) {
  EXPECT_EQ(verdict(law, Mistake::kNone), "");
  EXPECT_EQ(verdict(law, Mistake::kNone, 3), "");
}

void expect_caught(void (*law)(const SecretBidsRules&), Mistake mistake, const char* sentence) {
  EXPECT_THAT(verdict(law, mistake), testing::HasSubstr(sentence));
}

TEST(Laws, PlayEnds) {
  expect_holds(&law_play_ends<SecretBids>);
  expect_caught(&law_play_ends<SecretBids>, Mistake::kEndlessGame, "longer than longest_game");
  expect_caught(&law_play_ends<SecretBids>, Mistake::kUtilitySum, "utility_sum");
}

TEST(Laws, LegalActions) {
  expect_holds(&law_legal_actions<SecretBids>);
  expect_caught(&law_legal_actions<SecretBids>, Mistake::kDoubleAction, "listed twice");
  expect_caught(&law_legal_actions<SecretBids>, Mistake::kIsLegalTooMuch, "action 255");
  expect_caught(&law_legal_actions<SecretBids>, Mistake::kSharedMemory, "differs");
  expect_holds(&law_action_sampler<SecretBids>);
  expect_caught(&law_action_sampler<SecretBids>, Mistake::kSamplerMisses, "sample_action");
}

TEST(Laws, Chance) {
  expect_holds(&law_chance<SecretBids>);
  expect_caught(&law_chance<SecretBids>, Mistake::kChanceSum, "sum to 1");
  expect_caught(&law_chance<SecretBids>, Mistake::kSampleChance, "other probabilities");
}

TEST(Laws, CopiesAndPerft) {
  expect_holds(&law_copies<SecretBids>);
  expect_caught(&law_copies<SecretBids>, Mistake::kSharedMemory, "lead apart");
  expect_holds(&law_perft<SecretBids>);
  expect_caught(&law_perft<SecretBids>, Mistake::kLegalBeyondList, "naive count");
}

TEST(Laws, Traits) {
  expect_holds(&law_traits<SecretBids>);
  expect_caught(&law_traits<SecretBids>, Mistake::kTraitsHideChance, "chance");
  expect_caught(&law_traits<SecretBids>, Mistake::kTraitsHideHidden, "simultaneous");
}

TEST(Laws, Determinization) {
  expect_holds(&law_determinization_keeps<SecretBids>);
  expect_caught(&law_determinization_keeps<SecretBids>, Mistake::kOwnCardLost, "info_key");
  expect_caught(&law_determinization_keeps<SecretBids>, Mistake::kObservationPeeks, "observation");
  expect_holds(&law_determinization_is_pure<SecretBids>);
  expect_caught(&law_determinization_is_pure<SecretBids>, Mistake::kCardPeeked, "cannot know");
  expect_holds(&law_determinization_ignores_truth<SecretBids>);
  expect_caught(&law_determinization_ignores_truth<SecretBids>, Mistake::kCardKept, "cannot know");
  expect_caught(&law_determinization_ignores_truth<SecretBids>, Mistake::kChoicesKept,
                "cannot know");
}

TEST(Laws, Posterior) {
  expect_holds(&law_posterior);
  expect_caught(&law_posterior, Mistake::kUnevenDeal, "posterior");
  expect_caught(&law_posterior, Mistake::kUnweighedDeal, "posterior");
  expect_caught(&law_posterior, Mistake::kOwnCardLost, "impossible");
}

TEST(Laws, Percepts) {
  expect_holds(&law_percepts<SecretBids>);
  expect_caught(&law_percepts<SecretBids>, Mistake::kFactLost, "equal percepts");
  expect_caught(&law_percepts<SecretBids>, Mistake::kKeyLeaks, "info_key differs");
  expect_caught(&law_percepts<SecretBids>, Mistake::kWitnessMatters, "witness changes");
  expect_holds(&law_nothing_leaks<SecretBids>);
  expect_caught(&law_nothing_leaks<SecretBids>, Mistake::kKeyLeaks, "do not follow percepts");
  expect_caught(&law_nothing_leaks<SecretBids>, Mistake::kFactLost, "nothing told");
}

TEST(Laws, SecretChoices) {
  expect_holds(&law_choices_are_secret<SecretBids>);
  expect_caught(&law_choices_are_secret<SecretBids>, Mistake::kFactToEveryone, "still choose");
}

TEST(Laws, Texts) {
  expect_holds(&law_position_texts<SecretBids>);
  expect_caught(&law_position_texts<SecretBids>, Mistake::kTextLosesBid,
                "not the same after text and back");
  expect_caught(&law_position_texts<SecretBids>, Mistake::kTextUnchecked,
                "invalid position was accepted");
  expect_caught(&law_position_texts<SecretBids>, Mistake::kPlaceBehindEnd, "behind the end");
  expect_holds(&law_action_texts<SecretBids>);
  expect_caught(&law_action_texts<SecretBids>, Mistake::kActionTextsEqual, "one text");
  expect_holds(&law_chance_texts<SecretBids>);
  expect_holds(&law_spec_texts<SecretBids>);
}

TEST(Laws, Knowledge) {
  expect_holds(&law_observation<SecretBids>);
  expect_caught(&law_observation<SecretBids>, Mistake::kObservationShort, "not finite");
  expect_caught(&law_observation<SecretBids>, Mistake::kObservationLong, "outside");
  expect_holds(&law_hints<SecretBids>);
  expect_caught(&law_hints<SecretBids>, Mistake::kHintPeeks, "cannot know");
  expect_caught(&law_hints<SecretBids>, Mistake::kHintNegative, "negative");
  expect_holds(&law_evaluation<SecretBids>);
  expect_caught(&law_evaluation<SecretBids>, Mistake::kEvaluationSum, "utility_sum");
}

}  // namespace
}  // namespace varan::conformance
