import type { Context } from '#kernel/context.ts'
import { trackingUrlOf } from '#kernel/shipping/parcels/carriers.ts'
import { trackingNumberOf } from '#kernel/shipping/parcels/parcel-number.ts'
import { refusals } from '#platform/errors.ts'
import { type PaperBody, WINNER_ERRORS } from '../contract.ts'
import { shippedEmail } from '../emails/emails.server.ts'
import { listPapers } from '../queries/winners.server.ts'
import { FROM, PAPER_STATUS_WORDS, PAPER_WORDS } from '../rules.ts'
import { moveWinner, sendToWinner } from './move-winner.server.ts'
import { placeOf } from './tell-change.server.ts'

const refuse = refusals(WINNER_ERRORS)

/**
 * Staff record the status of a paper: requested (again), received, or checked.
 * @throws winner_not_found, winner_moved; winner_not_found also for a paper that this prize does not require.
 */
export const notePaper = (ctx: Context, id: string, { kind, status }: PaperBody): Promise<void> =>
  moveWinner(
    ctx,
    id,
    {
      action: `noted a paper as ${PAPER_STATUS_WORDS[status]}`,
      from: FROM.papers,
      noted: { [kind]: status },
      tells: `We noted this paper as ${PAPER_STATUS_WORDS[status]}: ${PAPER_WORDS[kind]}.`,
    },
    async tx => {
      const { numUpdatedRows } = await tx.db
        .updateTable('winner_paper')
        .set({ status, status_at: tx.now() })
        .where('winner_id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw refuse('winner_not_found')
      return {}
    },
  )

type Parcel = { carrier: string; trackingNumber?: string | undefined }

/**
 * Records the parcel and notifies the winner. For a shipped prize, corrects carrier and tracking number.
 * @throws winner_not_found, winner_moved, papers_open, address_missing.
 */
export const shipPrize = (ctx: Context, id: string, parcel: Parcel): Promise<void> =>
  moveWinner(
    ctx,
    id,
    {
      action: 'shipped the prize',
      from: [...FROM.ship, ...FROM['correct-tracking']],
      noted: { carrier: parcel.carrier },
      hasEmail: true,
    },
    async (tx, locked) => {
      const { carrier } = parcel
      const trackingNumber = trackingNumberOf(parcel.trackingNumber)
      if ((await listPapers(tx, id)).some(({ status }) => status !== 'checked')) throw refuse('papers_open')
      if (!locked.row.ship_to) throw refuse('address_missing')
      const trackingUrl = trackingUrlOf(carrier, trackingNumber)
      await sendToWinner(tx, locked, {
        kind: 'shipped',
        email: shippedEmail(tx, {
          prize: locked.prize,
          carrier,
          trackingNumber,
          trackingUrl,
          place: placeOf(locked.row.ship_to),
        }),
      })
      return {
        state: 'shipped',
        carrier,
        tracking_number: trackingNumber,
        shipped_at: locked.row.shipped_at ?? tx.now(),
      }
    },
  )

/** Records the delivery. @throws winner_not_found, winner_moved. */
export const finishPrize = (ctx: Context, id: string): Promise<void> =>
  moveWinner(ctx, id, { action: 'finished', from: FROM.finish }, async tx => ({
    state: 'done',
    done_at: tx.now(),
  }))

/** Staff record the outcome of a prize without remaining alternates. @throws winner_not_found, winner_moved. */
export const settlePrize = (ctx: Context, id: string, { reason }: { reason: string }): Promise<void> =>
  moveWinner(
    ctx,
    id,
    { action: 'settled the prize', from: ['declined', 'forfeited', 'disqualified'], reason, noted: { settled: true } },
    async (_, { row }) => {
      if (row.task !== 'nobody-left') throw refuse('winner_moved', { state: 'settled' })
      return { done_at: ctx.now() }
    },
  )
