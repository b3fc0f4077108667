import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { newId } from '#platform/ids.server.ts'
import { CONSENT_WORDING, type ConsentChannel } from '../consent-wording.ts'

/** Where a consent was given or withdrawn. */
export type ConsentSource =
  | 'registration'
  | 'profile'
  | 'checkout'
  | 'notification-settings'
  | 'unsubscribe-page'
  | 'one-click'
  | 'sms-keyword'
  /** Staff corrected the phone that it was given for. */
  | 'staff'
  /** Two accounts of one person became one, and the stricter word counts. */
  | 'merge'

type Consent = { userId: string; channel: ConsentChannel; given: boolean; source: ConsentSource }

/** The one place of each channel that says how things stand now. E-mail is on until somebody turns it off, as specified. */
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
 * Notes that somebody gave or withdrew a consent, with the words they read, and sets the flag that sending asks. In the
 * caller's transaction. A consent that stands already is noted again only when its words are new.
 * @returns whether anything was noted.
 */
export async function recordConsent(ctx: Context, { userId, channel, given, source }: Consent): Promise<boolean> {
  const { version, text } = CONSENT_WORDING[channel]
  // One word of a person after the other: each sees what the one before it noted.
  await sql`select from users where id = ${userId} for no key update`.execute(ctx.db)
  const { numAffectedRows } = await sql`
    with changed as (${FLAG[channel](userId, given)}), noted as (
      select id from changed
      union
      select id from users where id = ${userId} and ${given}::boolean and not exists (
        select from consent_record
        where user_id = ${userId} and channel = ${channel} and kind is null and given and wording_version = ${version})
    )
    insert into consent_record (id, user_id, channel, given, wording, wording_version, source, at, ip, user_agent)
    select ${newId()}, id, ${channel}, ${given}, ${text}, ${version}, ${source}, ${ctx.now()}, ${ctx.ip}, ${ctx.userAgent}
    from noted`.execute(ctx.db)
  return numAffectedRows === 1n
}
