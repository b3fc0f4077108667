import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { isSmsStopped, readStoppedPhones } from '../queries/recipients.server.ts'
import { recordConsent } from './record-consent.server.ts'

const AT_ONCE = 500

/**
 * Unticks the SMS consent of users whose phone said STOP. Releases before 0.10 set the flag again when a box was ticked after STOP; no
 * message left, and the staff's filter found the user. START finds the record of the tick. A flag without such a record stays, because
 * START could not give it back, and the log names its user.
 * @returns the users whose flag was unticked, and those whose flag stays.
 */
export async function untickStopped(ctx: Context): Promise<{ unticked: string[]; left: string[] }> {
  const [unticked, left]: [string[], string[]] = [[], []]
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await ctx.db
      .selectFrom('users')
      .select(['id', 'phone', 'sms_consent as smsConsent'])
      .where('sms_consent', '=', true)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const stopped = await readStoppedPhones(ctx, rows)
    for (const { id, phone } of rows) {
      if (phone === null || !stopped.has(phone)) continue
      const change = await transact(ctx, tx => untick(tx, id))
      if (change) (change === 'unticked' ? unticked : left).push(id)
    }
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)!.id
  }
  if (left.length > 0) ctx.log.warn({ userIds: left }, 'SMS flags without a record of consent stay ticked after STOP')
  return { unticked, left }
}

/** @returns undefined when the user withdrew, changed the phone or sent START since the walk read the row. */
async function untick(tx: TransactionContext, userId: string): Promise<'unticked' | 'left' | undefined> {
  const user = await tx.db
    .selectFrom('users')
    .select(['phone', 'sms_consent as isTicked'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user?.isTicked || user.phone === null || !(await isSmsStopped(tx, user.phone))) return undefined
  const tick = await tx.db
    .selectFrom('consent_record')
    .select('id')
    .where('user_id', '=', userId)
    .where('channel', '=', 'sms')
    .where('kind', 'is', null)
    .where('given', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (!tick) return 'left'
  await recordConsent(tx, { userId, channel: 'sms', given: false, source: 'one-record' })
  return 'unticked'
}
