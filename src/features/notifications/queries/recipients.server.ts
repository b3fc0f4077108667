import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { ageOn } from '#kernel/values/clock/age.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import type { Wishes } from '../rules.ts'
import { zonesOf } from './local-time.server.ts'

/** A user with their preferences and addresses. */
export type Recipient = Wishes & {
  userId: string
  name: string
  isSubscriber: boolean
  isAdmin: boolean
  isMailboxProven: boolean
  /** IANA names; two where the user's state spans two zones. */
  zones: string[]
  /** YYYY-MM-DD */
  birthDate: string | null
  /** Push endpoints that take messages. */
  endpoints: string[]
}

type Row = Omit<Recipient, 'zones' | 'smsStopped'> & { timeZone: string | null; state: string | null }

/** The hash of a phone in monthly counts and in stops. */
export const phoneHash = (ctx: DataContext, phone: string): string => ctx.keyedHash(`phone:${phone}`)

/**
 * Reads users by id. Deleted users are missing. Without a row of preferences, the defaults apply. `limit` in the joins keeps plans from a
 * merge of whole tables, and the sub-select of the ids lets a session keep its plan (decision 60).
 */
export async function readRecipients(ctx: DataContext, userIds: readonly string[]): Promise<Map<string, Recipient>> {
  const { rows } = await sql<Row>`
    select u.id as "userId", u.name, u.email, u.phone, u.enabled, u.birth_date as "birthDate", u.role <> 'user' as "isAdmin", is_subscriber(u.id) as "isSubscriber", not u.mailbox_unproven as "isMailboxProven",
      u.sms_consent as "smsConsent", a.state, p.time_zone as "timeZone",
      coalesce(p.email_opt_in, true) as "emailOptIn", u.push_consent as "pushOptIn",
      jsonb_build_object('giveaway_alert', coalesce(p.giveaway_alerts, true), 'order_update', coalesce(p.order_updates, true),
        'promotional_offer', coalesce(p.promotional_offers, false), 'cart_reminder', coalesce(p.cart_reminders, true)) as types,
      coalesce((select jsonb_object_agg(c.kind, c.wanted) from email_choice c where c.user_id = u.id), '{}') as "emailChoices",
      array(select e.id::text from push_endpoint e where e.user_id = u.id and e.enabled order by e.id) as endpoints
    from users u
    left join lateral (
      select time_zone, email_opt_in, giveaway_alerts, order_updates, promotional_offers, cart_reminders
      from notification_preference where user_id = u.id limit 1
    ) p on true
    left join lateral (select state from shipping_address where user_id = u.id limit 1) a on true
    where u.id = any (array(select unnest(${userIds}::uuid[]))) and u.deleted_at is null`.execute(ctx.db)
  const stopped = await readStoppedPhones(ctx, rows)
  const shopZone = shopZoneAt(ctx.now())
  return new Map(
    rows.map(({ timeZone, state, ...row }) => {
      const smsStopped = row.phone !== null && stopped.has(row.phone)
      return [row.userId, { ...row, smsStopped, zones: zonesOf({ timeZone, state }, shopZone) }]
    }),
  )
}

/** Whether the address is that of the user's account, and its mailbox is proven. */
export async function isProvenMailbox(ctx: DataContext, { to, userId }: { to: string; userId?: string }) {
  if (userId === undefined) return false
  const owner = ctx.db.selectFrom('users').select('id').where('id', '=', userId).where('email', '=', to)
  return (await owner.where('mailbox_unproven', '=', false).executeTakeFirst()) !== undefined
}

/** True for a user of the minimum age by the birth date on file. */
export const isOfAge = ({ birthDate }: Recipient, { settings, now }: Pick<DataContext, 'settings' | 'now'>): boolean =>
  birthDate !== null && ageOn(birthDate, now()) >= settings.minimumAge

/** The phones that said STOP, among users with an SMS consent. */
export async function readStoppedPhones(
  ctx: DataContext,
  rows: readonly Pick<Row, 'phone' | 'smsConsent'>[],
): Promise<Set<string>> {
  const phones = rows.flatMap(row => (row.phone && row.smsConsent ? [row.phone] : []))
  if (phones.length === 0) return new Set()
  const hashes = new Map(phones.map(phone => [phoneHash(ctx, phone), phone]))
  const stops = await ctx.db
    .selectFrom('sms_stop')
    .select('phone_hash')
    .where('phone_hash', 'in', [...hashes.keys()])
    .execute()
  return new Set(stops.map(stop => hashes.get(stop.phone_hash)!))
}

/** Whether a phone said STOP. Only START from this phone allows SMS again; a ticked box does not. */
export async function isSmsStopped(ctx: DataContext, phone: string): Promise<boolean> {
  const stop = await ctx.db
    .selectFrom('sms_stop')
    .select('phone_hash')
    .where('phone_hash', '=', phoneHash(ctx, phone))
    .executeTakeFirst()
  return stop !== undefined
}

/**
 * The next users with an enabled account, by id: a walk through all of them in pieces.
 * @param after the last id of the piece before; null begins.
 * @returns `next` is where the next piece begins; null at the end.
 */
export async function listUsers(ctx: DataContext, { after, limit }: { after: string | null; limit: number }) {
  const rows = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('enabled', '=', true)
    .$if(after !== null, query => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.map(row => row.id)
  const people = await readRecipients(ctx, ids)
  return { people: [...people.values()], next: ids.length === limit ? ids.at(-1)! : null }
}
