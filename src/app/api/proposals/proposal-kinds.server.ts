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

import type { ProposalKind } from '#features/proposals/commands/propose.server.ts'
import { changeSettingsByTwo } from '#features/settings/commands.server.ts'
import { CORRECT_PERSON } from '#features/users/commands/correct-user.server.ts'
import { DELETE_PERSON } from '#features/users/commands/delete-users.server.ts'
import { MERGE_PEOPLE } from '#features/users/merge/merge-users.server.ts'
import { ACCEPT_PRIZE } from '#features/winners/commands/note-answer.server.ts'
import { settingsPorts } from '../../services/settings-ports.server.ts'

/** Every kind of act that takes two persons. A feature defines its kinds beside the act. */
export const PROPOSAL_KINDS: readonly ProposalKind[] = [
  ACCEPT_PRIZE,
  CANCEL_GIVEAWAY,
  CHANGE_ORDER_ADDRESS,
  changeSettingsByTwo(settingsPorts),
  CHANGE_TERMS,
  CLOSE_GIVEAWAY,
  CORRECT_PERSON,
  DELETE_GIVEAWAY,
  DELETE_PERSON,
  DRAW_EARLY,
  MERGE_PEOPLE,
  REFUSE_CARD,
  REMOVE_ENTRY,
]
