import { ordersPorts } from '#app/ports.server.ts'
import { ACCOUNT_ERRORS } from '#features/account/contract.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { ACCEPT_DISPUTE_BY_TWO } from '#features/disputes/commands/accept-dispute.server.ts'
import { DISPUTE_ERRORS } from '#features/disputes/contract.ts'
import { DRAW_EARLY } from '#features/draws/commands/select-winner.server.ts'
import { REFUSE_CARD } from '#features/free-entry/cards/commands/refuse-card.server.ts'
import { CARD_ERRORS } from '#features/free-entry/cards/contract.ts'
import { REMOVE_ENTRY } from '#features/giveaways/entries/commands/staff-entries.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { ELIGIBILITY_ERRORS } from '#features/giveaways/giveaway/errors/eligibility-errors.ts'
import { OBLIGATION_ERRORS } from '#features/giveaways/giveaway/errors/obligation-errors.ts'
import { RULES_ERRORS } from '#features/giveaways/giveaway/errors/rules-errors.ts'
import { CHANGE_TERMS } from '#features/giveaways/lifecycle/commands/change-giveaway.server.ts'
import {
  CANCEL_GIVEAWAY,
  CLOSE_GIVEAWAY,
  DELETE_GIVEAWAY,
} from '#features/giveaways/lifecycle/commands/end-giveaway.server.ts'
import { CHANGE_ORDER_ADDRESS } from '#features/orders/order/address/commands/change-address.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '#features/orders/order/contract.ts'
import { PROPOSE_REFUND_ON_HOLD } from '#features/orders/payment/commands/resolve-payment-on-hold.server.ts'
import { SAVED_CARD_ERRORS } from '#features/orders/payment/saved-cards/contract.ts'
import { cancelByTwo } from '#features/orders/refunds/commands/cancel-by-staff.server.ts'
import { refundByTwo } from '#features/orders/refunds/commands/refund-by-staff.server.ts'
import { REFUND_ERRORS } from '#features/orders/refunds/contract.ts'
import type { ProposalKind } from '#features/proposals/commands/propose.server.ts'
import { changeSettingsByTwo } from '#features/settings/commands.server.ts'
import { SETTINGS_ERRORS } from '#features/settings/contract.ts'
import { GRANT_CREDITS } from '#features/users/commands/change-credits.server.ts'
import { CORRECT_PERSON } from '#features/users/commands/correct-user.server.ts'
import { DELETE_PERSON } from '#features/users/commands/delete-users.server.ts'
import { PEOPLE_ERRORS } from '#features/users/contract.ts'
import { MERGE_PEOPLE } from '#features/users/merge/merge-users.server.ts'
import { ACCEPT_PRIZE } from '#features/winners/commands/accept-for-winner.server.ts'
import { WINNER_ERRORS } from '#features/winners/contract.ts'
import { type ErrorTable, pick } from '#platform/errors.ts'
import { settingsPorts } from '../../services/settings-ports.server.ts'

/** What the acts refuse when a second person confirms them. */
export const ACTS_REFUSE: readonly ErrorTable[] = [
  ACCOUNT_ERRORS,
  pick(CARD_ERRORS, 'card_decided'),
  pick(CREDIT_ERRORS, 'insufficient_credits'),
  DISPUTE_ERRORS,
  ELIGIBILITY_ERRORS,
  pick(
    GIVEAWAY_ERRORS,
    'already_closed',
    'already_drawn',
    'already_frozen',
    'already_public',
    'end_passed',
    'entry_not_found',
    'giveaway_cancelled',
    'giveaway_closed',
    'giveaway_has_entries',
    'giveaway_not_found',
    'is_draft',
    'no_entries',
    'other_beacon',
    'prize_fixed',
    'reason_needed',
    'terms_fixed',
    'tier_fixed',
    'title_mismatch',
    'title_needed',
  ),
  ...[REFUND_ERRORS, RULES_ERRORS, SAVED_CARD_ERRORS, SETTINGS_ERRORS, PEOPLE_ERRORS],
  pick(MOVE_ERRORS, 'not_in_review', 'nothing_to_send', 'order_disputed', 'order_moved'),
  pick(OBLIGATION_ERRORS, 'obligations_open'),
  pick(ORDER_ERRORS, 'order_not_found', 'own_order'),
  pick(WINNER_ERRORS, 'open_prize', 'pass_proposed', 'winner_moved', 'winner_not_found'),
]

/** Every kind of act that takes two persons. A feature defines its kinds beside the act. */
export const PROPOSAL_KINDS: readonly ProposalKind[] = [
  ACCEPT_DISPUTE_BY_TWO,
  ACCEPT_PRIZE,
  CANCEL_GIVEAWAY,
  cancelByTwo(ordersPorts),
  CHANGE_ORDER_ADDRESS,
  changeSettingsByTwo(settingsPorts),
  CHANGE_TERMS,
  CLOSE_GIVEAWAY,
  CORRECT_PERSON,
  DELETE_GIVEAWAY,
  DELETE_PERSON,
  DRAW_EARLY,
  GRANT_CREDITS,
  MERGE_PEOPLE,
  refundByTwo(ordersPorts),
  PROPOSE_REFUND_ON_HOLD,
  REFUSE_CARD,
  REMOVE_ENTRY,
]
