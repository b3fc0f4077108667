import { conflict, type ErrorTable, notFound } from '#platform/errors.ts'

/** Why a freeze or a draw is refused, or what a freeze forbids. */
export const DRAW_ERRORS = {
  already_frozen: conflict(
    'The list of this giveaway is sealed. Nothing in it can be changed, and the draw cannot be stopped.',
  ),
  not_frozen: notFound('The list of this giveaway is not sealed yet.'),
  not_stamped: notFound('The list of this giveaway has no time stamp.'),
  evidence_pending: conflict('The evidence is being published. Try again in a few seconds.'),
  not_witnessed: conflict('The witnesses have not confirmed the sealed list yet. The winner is drawn when they have.'),
  round_refused: conflict('This is not round {round} of the chain: its signature does not verify.'),
  /** {fault} is the verifier's sentence about the first step that fails. */
  evidence_altered: conflict('The evidence of this draw was altered after the seal, so no winner is drawn. {fault}'),
  other_beacon: conflict(
    'This giveaway was published with another public beacon. The shop must use it again to draw the winner.',
  ),
} as const satisfies ErrorTable
