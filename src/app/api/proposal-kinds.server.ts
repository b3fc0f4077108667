import type { ProposalKind } from '#features/proposals/commands/propose.server.ts'
import { ACCEPT_PRIZE } from '#features/winners/commands/note-answer.server.ts'

/** Every kind of act that takes two persons. A feature defines its kinds beside the act. */
export const PROPOSAL_KINDS: readonly ProposalKind[] = [ACCEPT_PRIZE]
