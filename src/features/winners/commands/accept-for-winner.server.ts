import type { z } from 'zod'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { strictModel } from '#kernel/api/openapi/model.ts'
import type { Context } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { addressInLine } from '#kernel/shipping/address-lines.ts'
import { requireAgreement } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { PrizeAddress, type StaffAcceptBody, WINNER_ERRORS } from '../contract.ts'
import { FROM, STATE_WORDS } from '../rules.ts'
import { accepted, requireEligibleHome } from './answer-prize.server.ts'
import { lockWinner, moveLocked, subjectOf } from './move-winner.server.ts'

const refuse = refusals(WINNER_ERRORS)

/**
 * An answer by phone or letter. It says where the prize goes, and the winner did not type it: at any value a second person confirms it,
 * because one person alone could send a prize to an address of their own.
 */
export const ACCEPT_PRIZE = defineProposalKind({
  name: 'accept_prize',
  title: 'Note the winner’s answer, with the address',
  input: strictModel('AcceptPrizeProposal', { shipTo: PrizeAddress }),
  rights: ['winners.change'],
  voidAfter: ['winner_not_found', 'winner_moved'],
  async execute(tx, { subject, input, reason }) {
    const locked = await lockWinner(tx, subject.id)
    const step = { action: 'noted the answer', from: FROM.accept, reason, hasEmail: true }
    await moveLocked(tx, locked, step, () => accepted(tx, locked, input.shipTo))
    tx.onCommit(ctx => tellStaff(ctx, 'winners'))
  },
})

/** Staff propose an answer that came by phone or mail. @throws winner_not_found, winner_moved, already_proposed, address_mismatch, a refusal of ELIGIBILITY_ERRORS. */
export const acceptForWinner = (
  ctx: Context,
  id: string,
  { shipTo, addressConfirmed, reason }: z.infer<typeof StaffAcceptBody>,
): Promise<Proposed> =>
  transact(ctx, async tx => {
    requireAgreement(shipTo, addressConfirmed)
    const locked = await lockWinner(tx, id)
    const { row } = locked
    if (!FROM.accept.includes(row.state)) throw refuse('winner_moved', { state: STATE_WORDS[row.state] })
    await requireEligibleHome(tx, locked, shipTo)
    return propose(tx, ACCEPT_PRIZE, {
      subject: subjectOf(locked),
      people: row.user_id ? [row.user_id] : [],
      input: { shipTo },
      facts: [
        { label: 'Winner', value: locked.prize.name, isPrivate: true },
        { label: 'Ship to', value: addressInLine(shipTo), isPrivate: true },
      ],
      reason,
    })
  })
