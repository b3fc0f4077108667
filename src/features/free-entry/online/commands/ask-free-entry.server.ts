import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context } from '#kernel/context.ts'
import { addressLinesOf } from '#kernel/shipping/address-lines.ts'
import { requireAgreement } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { FreeEntryInput } from '../contract.ts'
import { confirmFreeEntryEmail } from '../emails.server.ts'
import { freeEntryPage } from '../free-entry-link.server.ts'
import { refuseUnfitPerson, requireOpenForFreeEntry } from '../queries/free-entry-terms.server.ts'
import { CONFIRM_HOURS } from '../rules.ts'

/** E-mails to one address: 5 at once, then slower, at last one in 4 hours. */
const PACE = { free: 5, firstSeconds: 10 * 60, capSeconds: 4 * 3600 }
/** Requests from one network: a family or an office has room, a program has not. */
const NETWORK = { points: 30, seconds: 3600 }
const NETWORK_DAY = { points: 100, seconds: 24 * 3600 }

/**
 * Sends a person without an account the link that confirms a free entry. Nothing is an entry before. No step depends on whether the address
 * has an account or entered before, so that the answer tells a stranger nothing.
 * @throws the sentence of a closed form, address_mismatch, under_age, LimitExceededException.
 */
export async function askFreeEntry(ctx: Context, input: FreeEntryInput & { giveawayId: string }): Promise<void> {
  const { giveawayId, name, email, birthDate, state, addressConfirmed, ...address } = input
  requireAgreement({ ...address, state }, addressConfirmed)
  const giveaway = await requireOpenForFreeEntry(ctx, giveawayId)
  refuseUnfitPerson(ctx, giveaway, { birthDate, state })
  const network = ctx.keyedHash(`limit ${networkOf(ctx.ip)}`)
  await ctx.limits.spendShared('free entry network', network, NETWORK)
  await ctx.limits.spendShared('free entry network day', network, NETWORK_DAY)
  await ctx.limits.takeTurn('free entries', ctx.keyedHash(`pace ${email}`), PACE, ctx.now())
  await transact(ctx, async tx => {
    const id = newId()
    await tx.db
      .insertInto('free_entry_request')
      .values({
        id,
        giveaway_id: giveawayId,
        email,
        name,
        address: addressLinesOf({ ...address, state, country: '' }).join('\n'),
        region: state,
        birth_date: birthDate,
        created_at: tx.now(),
        expires_at: new Date(+tx.now() + CONFIRM_HOURS * HOUR_MS),
      })
      .execute()
    const words = { title: giveaway.title, page: freeEntryPage(tx, id) }
    await sendEmail(tx, { to: email }, confirmFreeEntryEmail(tx, words))
  })
}
