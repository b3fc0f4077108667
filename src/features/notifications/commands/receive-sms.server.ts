import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { phoneHash } from '../queries/recipients.server.ts'
import { keywordOf, smsReplies } from '../sms/sms-keywords.ts'
import { recordConsent } from './record-consent.server.ts'

type InboundSms = { messageSid: string /** In +1 form. */; from: string; body: string }

/**
 * Handles a reply by SMS. STOP withdraws the consent of every user with that phone. START restores the consent of those who had given it
 * before. Each inbound SMS counts once: a redelivery changes nothing and gets the first reply.
 * @returns the reply; null when the SMS is no keyword or changes nothing.
 */
export async function receiveSms(ctx: Context, { messageSid, from, body }: InboundSms): Promise<string | null> {
  const keyword = keywordOf(body)
  return transact(ctx, async tx => {
    const row = {
      message_sid: messageSid,
      phone_hash: phoneHash(tx, from),
      keyword: keyword ?? null,
      received_at: tx.now(),
    }
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('inbound_sms')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return replyBefore(tx, messageSid)
    const hasEffect =
      keyword === 'STOP' ? await stop(tx, from) : keyword === 'START' ? await start(tx, from) : keyword === 'HELP'
    const reply = keyword && hasEffect ? smsReplies(tx.settings.supportEmail)[keyword] : null
    if (reply) await tx.db.updateTable('inbound_sms').set({ reply }).where('message_sid', '=', messageSid).execute()
    return reply
  })
}

const replyBefore = async (ctx: DataContext, messageSid: string): Promise<string | null> =>
  (
    await ctx.db
      .selectFrom('inbound_sms')
      .select('reply')
      .where('message_sid', '=', messageSid)
      .executeTakeFirstOrThrow()
  ).reply

/** @returns true for the first STOP of this phone, because one confirmation is enough. */
async function stop(tx: TransactionContext, phone: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('sms_stop')
    .values({ phone_hash: phoneHash(tx, phone), stopped_at: tx.now() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  for (const userId of await usersWith(tx, phone)) {
    await recordConsent(tx, { userId, channel: 'sms', given: false, source: 'sms-keyword' })
  }
  return numInsertedOrUpdatedRows === 1n
}

/** @returns whether any user with this phone gets SMS again. */
async function start(tx: TransactionContext, phone: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('sms_stop')
    .where('phone_hash', '=', phoneHash(tx, phone))
    .executeTakeFirst()
  const once = await tx.db
    .selectFrom('consent_record')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', eb => eb.selectFrom('users').select('id').where('phone', '=', phone))
    .where('channel', '=', 'sms')
    .where('given', '=', true)
    .orderBy('user_id')
    .execute()
  // A user who ticked a box after STOP has consented already. Removing the stop alone lets SMS reach them again.
  let hasEffect = numDeletedRows === 1n && once.length > 0
  for (const { user_id: userId } of once) {
    if (await recordConsent(tx, { userId, channel: 'sms', given: true, source: 'sms-keyword' })) hasEffect = true
  }
  return hasEffect
}

/** Ordered by id, because two concurrent keywords lock the same users. */
async function usersWith(ctx: DataContext, phone: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('users').select('id').where('phone', '=', phone).orderBy('id').execute()
  return rows.map(row => row.id)
}

const DAY_MS = 24 * 3_600_000

/** Deletes inbound SMS after 30 days, when Twilio no longer redelivers them, and monthly counts after 70 days. */
export async function forgetOldSms(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(+ctx.now() - days * DAY_MS)
  await ctx.db.deleteFrom('inbound_sms').where('received_at', '<', before(30)).execute()
  await ctx.db.deleteFrom('sms_month').where('month', '<', before(70).toISOString().slice(0, 10)).execute()
}
