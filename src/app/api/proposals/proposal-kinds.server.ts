import { ordersPorts } from '#app/ports.server.ts'
import { ACCEPT_DISPUTE_BY_TWO } from '#features/disputes/commands/accept-dispute.server.ts'
import { DRAW_EARLY } from '#features/draws/commands/select-winner.server.ts'
import { REFUSE_CARD } from '#features/free-entry/cards/commands/refuse-card.server.ts'
import { REMOVE_ENTRY } from '#features/giveaways/entries/commands/staff-entries.server.ts'
import { CHANGE_TERMS } from '#features/giveaways/lifecycle/commands/change-giveaway.server.ts'
import {
  CANCEL_GIVEAWAY,
  CLOSE_GIVEAWAY,
  DELETE_GIVEAWAY,
} from '#features/giveaways/lifecycle/commands/end-giveaway.server.ts'
import { CHANGE_ORDER_ADDRESS } from '#features/orders/order/address/commands/change-address.server.ts'
import { REFUND_REVIEWED } from '#features/orders/payment/commands/resolve-review.server.ts'
import { cancelByTwo } from '#features/orders/refunds/commands/cancel-by-staff.server.ts'
import { refundByTwo } from '#features/orders/refunds/commands/refund-by-staff.server.ts'
import type { ProposalKind } from '#features/proposals/commands/propose.server.ts'
import { changeSettingsByTwo } from '#features/settings/commands.server.ts'
import { GRANT_CREDITS } from '#features/users/commands/change-credits.server.ts'
import { CORRECT_PERSON } from '#features/users/commands/correct-user.server.ts'
import { DELETE_PERSON } from '#features/users/commands/delete-users.server.ts'
import { MERGE_PEOPLE } from '#features/users/merge/merge-users.server.ts'
import { ACCEPT_PRIZE } from '#features/winners/commands/note-answer.server.ts'
import { settingsPorts } from '../../services/settings-ports.server.ts'

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
  REFUND_REVIEWED,
  REFUSE_CARD,
  REMOVE_ENTRY,
]
