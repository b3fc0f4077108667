import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import { CONSENT_WORDING, type ConsentChannel } from '../consents/consent-wording.ts'
import { isSmsStopped } from '../queries/recipients.server.ts'

/** Where a consent was given or withdrawn. */
export type ConsentSource =
  | 'registration'
  | 'profile'
  | 'checkout'
  | 'notification-settings'
  | 'unsubscribe-page'
  | 'one-click'
  | 'sms-keyword'
  | 'product-page'
  /** The link in an e-mail about one stock alert. */
  | 'stock-alert-link'
  | 'wish-list'
  /** The link in an e-mail about a lower price. */
  | 'price-alert-link'
  /** Staff corrected the phone for which it was given. */
  | 'staff'
  /** Two accounts were merged, and the stricter choice counts. */
  | 'merge'
  /** A flag of an older release disagreed with another record. */
  | 'one-record'

type Consent = {
  userId: string
  channel: ConsentChannel
  given: boolean
  source: ConsentSource
  /** Of a consent given before the account existed. By default, of this request. */
  evidence?: { at: Date; ip: string; userAgent: string; wording: { version: string; text: string } }
}

/**
 * The one flag of each channel that holds its current consent: every screen and every message reads it. E-mail is on by default.
 * notification_preference.push_opt_in follows push_consent by a trigger, for the last release alone.
 */
const FLAG = {
  sms: (userId: string, given: boolean) =>
    sql`update users set sms_consent = ${given} where id = ${userId} and sms_consent <> ${given} returning id`,
  push: (userId: string, given: boolean) =>
    sql`update users set push_consent = ${given} where id = ${userId} and push_consent <> ${given} returning id`,
  email: (userId: string, given: boolean) =>
    sql`insert into notification_preference as p (user_id, email_opt_in)
      select id, ${given} from users where id = ${userId} and (not ${given}::boolean or exists (
        select from notification_preference where user_id = ${userId}))
      on conflict (user_id) do update set email_opt_in = ${given} where p.email_opt_in <> ${given}
      returning user_id as id`,
}

/**
 * Records that a user gave or withdrew a consent, with the wording they read, and sets the flag that sending checks. An existing
 * consent is recorded again only for a new wording.
 * @returns whether a record was written.
 */
export async function recordConsent(
  tx: TransactionContext,
  { userId, channel, given, source, evidence }: Consent,
): Promise<boolean> {
  const { at, ip, userAgent, wording } = evidence ?? {
    at: tx.now(),
    ip: tx.ip,
    userAgent: tx.userAgent,
    wording: CONSENT_WORDING[channel],
  }
  const { version, text } = wording
  // Serializes the consents of one user, so that each call sees the record before it.
  const { rows } = await sql<{ phone: string | null }>`
    select phone from users where id = ${userId} for no key update`.execute(tx.db)
  const phone = rows[0]?.phone
  // Only START from a phone that said STOP makes the consent count again. It is recorded, and START finds it.
  const isStopped = channel === 'sms' && given && phone != null && (await isSmsStopped(tx, phone))
  const flag = FLAG[channel](userId, given)
  const { numAffectedRows } = await sql`
    with changed as (${isStopped ? sql`select id from users where false` : flag}), noted as (
      select id from changed
      union
      select id from users where id = ${userId} and ${given}::boolean and not exists (
        select from consent_record
        where user_id = ${userId} and channel = ${channel} and kind is null and given and wording_version = ${version})
    )
    insert into consent_record (id, user_id, channel, given, wording, wording_version, source, at, ip, user_agent)
    select ${newId()}, id, ${channel}, ${given}, ${text}, ${version}, ${source}, ${at}, ${ip}, ${userAgent}
    from noted`.execute(tx.db)
  return numAffectedRows === 1n
}
