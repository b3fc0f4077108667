import { CHANGE_ORDER_ADDRESS } from '#features/orders/shipping-address/commands/change-address.server.ts'
import type { ProposalKind } from '#features/proposals/commands/propose.server.ts'
import { CORRECT_PERSON } from '#features/users/commands/correct-user.server.ts'
import { DELETE_PERSON } from '#features/users/commands/delete-users.server.ts'
import { MERGE_PEOPLE } from '#features/users/merge/merge-users.server.ts'
import { ACCEPT_PRIZE } from '#features/winners/commands/note-answer.server.ts'

/** Every kind of act that takes two persons. A feature defines its kinds beside the act. */
export const PROPOSAL_KINDS: readonly ProposalKind[] = [
  ACCEPT_PRIZE,
  CHANGE_ORDER_ADDRESS,
  DELETE_PERSON,
  MERGE_PEOPLE,
  CORRECT_PERSON,
]
