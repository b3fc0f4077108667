import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { PersonalData } from '#kernel/personal-data.ts'

/**
 * Messages are deleted with the account, waiting ones included. Consent records stay as append-only proof under the bare id
 * (0002_notifications.sql), and so do the hashes of phones that said STOP.
 */
export const notificationsData: PersonalData = {
  tables: ['message', 'batch_recipient', 'notification_preference', 'push_endpoint', 'email_choice', 'consent_record'],
  async exportOf({ db }, { userId }) {
    const [messages, preferences, devices, emailChoices, consents] = await Promise.all([
      db
        .selectFrom('message')
        .select(['channel', 'recipient', 'subject', 'kind', 'created_at as createdAt', 'sent_at as sentAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
      db
        .selectFrom('notification_preference as p')
        .innerJoin('users as u', 'u.id', 'p.user_id')
        .select([
          'p.user_id',
          'u.push_consent as push_opt_in',
          'p.email_opt_in',
          'p.giveaway_alerts',
          'p.order_updates',
        ])
        .select(['p.promotional_offers', 'p.cart_reminders', 'p.time_zone', 'p.updated_at'])
        .where('p.user_id', '=', userId)
        .executeTakeFirst(),
      db
        .selectFrom('push_endpoint')
        .select(['platform', 'user_agent as userAgent', 'language', 'enabled', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .execute(),
      db
        .selectFrom('email_choice')
        .select(['kind', 'wanted', 'chosen_at as chosenAt'])
        .where('user_id', '=', userId)
        .execute(),
      db
        .selectFrom('consent_record')
        .select(['channel', 'kind', 'given', 'wording', 'wording_version as wordingVersion', 'source', 'at', 'ip'])
        .select('user_agent as userAgent')
        .where('user_id', '=', userId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    ])
    return { messages, notificationPreferences: preferences ?? null, pushDevices: devices, emailChoices, consents }
  },
  async erase({ db }, { userId, email, phone }) {
    // Another user's messages stay: two users may have one phone.
    // Counts the unsent messages of a campaign as dropped, so that the campaign can finish.
    await sql`
      with gone as (
        delete from message where user_id = ${userId} or (user_id is null and recipient in (${email}, ${phone}))
        returning batch_id, state
      ), unsent as (
        select batch_id, count(*)::int as n from gone where batch_id is not null and state = 'waiting' group by batch_id
      )
      update message_batch b set dropped = b.dropped + unsent.n from unsent where b.id = unsent.batch_id`.execute(db)
    for (const table of ['batch_recipient', 'notification_preference', 'push_endpoint', 'email_choice'] as const)
      await db.deleteFrom(table).where('user_id', '=', userId).execute()
  },
}

/** Deletes the last messages to deleted users once they no longer wait. */
export async function forgetLastMessages({ db }: DataContext, userIds: readonly string[]): Promise<void> {
  await sql`delete from message where user_id = any(${userIds}::uuid[]) and state <> 'waiting'`.execute(db)
}
