import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { WINNER_ERRORS } from '../contract.ts'
import { findOpenPass } from '../queries/passes.server.ts'
import { FROM, inDays } from '../rules.ts'
import { endLocked } from './end-winner.server.ts'
import { lockWinner, moveLocked } from './move-winner.server.ts'

const refuse = refusals(WINNER_ERRORS)

/**
 * A second member of staff confirms a proposal: the winner ends, and the prize passes on. The winner's lock serializes two
 * confirmations, and the table refuses a confirmation by the proposer.
 * @throws winner_not_found, no_proposal, second_person_needed, winner_moved.
 */
export async function confirmPass(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    const locked = await lockWinner(tx, id)
    const proposal = await requireProposal(tx, id)
    if (proposal.proposedBy === tx.actor!.userId) throw refuse('second_person_needed')
    await decide(tx, proposal.id, 'confirmed', null)
    const { as, reasonClass, reason, proposedBy } = proposal
    await endLocked(tx, locked, {
      as,
      reasonClass,
      reason,
      from: FROM['pass-on'],
      action: 'confirmed passing the prize on',
      noted: { proposedBy: proposedBy ?? 'the rules' },
    })
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

/**
 * A member of staff refuses a proposal, or the proposer withdraws it. A winner who was silent gets the answer period once more, because
 * the rules would propose again at once.
 * @throws winner_not_found, no_proposal.
 */
export async function refusePass(ctx: Context, id: string, { reason }: { reason: string }): Promise<void> {
  await transact(ctx, async tx => {
    const locked = await lockWinner(tx, id)
    const { id: proposalId, reasonClass } = await requireProposal(tx, id)
    await decide(tx, proposalId, 'refused', reason)
    const step = {
      action: 'refused to pass the prize on',
      from: FROM['pass-on'],
      reason,
      noted: { reasonClass },
      tells: 'The proposal to give it to the next entry was refused. It stays yours.',
    }
    const isSilent = reasonClass === 'no_reply' && locked.row.state === 'notified'
    await moveLocked(tx, locked, step, async () => (isSilent ? { answer_due_at: inDays(tx.now(), ANSWER_DAYS) } : {}))
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  })
}

async function requireProposal(tx: TransactionContext, winnerId: string) {
  const proposal = await findOpenPass(tx, winnerId)
  if (!proposal) throw refuse('no_proposal')
  return proposal
}

async function decide(tx: TransactionContext, id: string, decision: 'confirmed' | 'refused', reason: string | null) {
  const written = await tx.db
    .updateTable('winner_pass')
    .set({ decision, decided_by: tx.actor!.userId, decided_at: tx.now(), decision_reason: reason })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  requireOneRow(written, `proposal ${id}`)
}
