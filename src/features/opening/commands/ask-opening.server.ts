import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refusals } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { CONFIRM_DAYS, OPENING_ERRORS, type OpeningAction, type OpeningRequestBody } from '../contract.ts'
import { confirmOpeningEmail } from '../emails.server.ts'
import { openingOneClick, openingPage, readOpeningToken } from '../link.server.ts'

const refuse = refusals(OPENING_ERRORS)

/** Requests of one network, and e-mails to one address: no visitor fills a stranger's mailbox. */
const NETWORK = { points: 20, seconds: 3600 }
const PACE = { free: 3, firstSeconds: 10 * 60, capSeconds: 4 * 3600 }

/**
 * Sends the link that confirms a request. The answer is equal for every address. A request that waits already gets another link.
 * @throws shop_is_open, LimitExceededException
 */
export async function askOpening(ctx: Context, { email }: OpeningRequestBody): Promise<void> {
  if (ctx.settings.isOpen) throw refuse('shop_is_open')
  await ctx.limits.spendShared('opening network', ctx.keyedHash(`limit ${networkOf(ctx.ip)}`), NETWORK)
  await ctx.limits.takeTurn('opening', ctx.keyedHash(`pace ${email}`), PACE, ctx.now())
  await transact(ctx, async tx => {
    const { id } = await tx.db
      .insertInto('opening_request')
      .values({
        id: newId(),
        email,
        created_at: tx.now(),
        expires_at: new Date(+tx.now() + CONFIRM_DAYS * DAY_MS),
      })
      .onConflict(conflict => conflict.column('email').doUpdateSet({ expires_at: sql`excluded.expires_at` }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const to = { to: email, unsubscribeUrl: openingOneClick(tx, id) }
    await sendEmail(tx, to, confirmOpeningEmail(tx, { page: openingPage(tx, id) }))
  })
}

/**
 * Confirms or cancels a request by the link in its e-mail, without a sign-in. Each action may be repeated.
 * @throws opening_link_invalid
 */
export async function useOpeningLink(ctx: Context, { token, action }: { token: string; action: OpeningAction }) {
  const id = readOpeningToken(ctx, token)
  if (!id) throw refuse('opening_link_invalid')
  await transact(ctx, async tx => {
    if (action === 'cancel') await tx.db.deleteFrom('opening_request').where('id', '=', id).execute()
    else
      await tx.db
        .updateTable('opening_request')
        .set({ confirmed_at: tx.now() })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .where('expires_at', '>', tx.now())
        .execute()
  })
}
