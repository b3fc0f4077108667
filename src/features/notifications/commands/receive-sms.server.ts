import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { phoneHash } from '../queries/recipients.server.ts'
import { smsPrefix } from '../sms/sms-text.ts'
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
    const reply = keyword && hasEffect ? smsReplies(tx.settings)[keyword] : null
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

/** Deletes inbound SMS after 30 days, when Twilio no longer redelivers them, and monthly counts after 70 days. */
export async function forgetOldSms(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(+ctx.now() - days * DAY_MS)
  await ctx.db.deleteFrom('inbound_sms').where('received_at', '<', before(30)).execute()
  await ctx.db.deleteFrom('sms_month').where('month', '<', before(70).toISOString().slice(0, 10)).execute()
}

export type SmsKeyword = 'STOP' | 'START' | 'HELP'

/** The keywords of the CTIA and of Twilio, and the one that the FCC added in 2025. */
const WORDS: Record<SmsKeyword, readonly string[]> = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'],
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
}

/** The keyword of an SMS reply; undefined unless the reply is a keyword alone. Case and punctuation do not matter. */
export function keywordOf(body: string): SmsKeyword | undefined {
  const word = body.toUpperCase().replace(/[^A-Z]/g, '')
  const isAlone = /^[^\p{L}\p{N}]*[a-z]+([ -][a-z]+)?[^\p{L}\p{N}]*$/iu.test(body)
  if (!isAlone) return undefined
  return (Object.keys(WORDS) as SmsKeyword[]).find(keyword => WORDS[keyword].includes(word))
}

/**
 * The replies to keywords. STOP and HELP are answered at any hour and count towards no cap.
 */
export function smsReplies({
  brand,
  supportEmail,
}: Pick<Settings, 'brand' | 'supportEmail'>): Record<SmsKeyword, string> {
  const prefix = smsPrefix(brand.shortName)
  return {
    STOP: `${prefix}You are unsubscribed and will get no more messages. Reply START to subscribe again.`,
    START: `${prefix}You are subscribed again. Up to 4 messages per month. Msg&data rates may apply. Reply HELP for help, STOP to unsubscribe.`,
    HELP: `${prefix}For help write to ${supportEmail}. Up to 4 messages per month. Msg&data rates may apply. Reply STOP to unsubscribe.`,
  }
}
