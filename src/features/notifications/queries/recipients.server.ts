import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { zonesOf } from '../consents/time-zones.ts'
import type { EmailChoice, Wishes } from '../rules.ts'

/** A user with their preferences and addresses. */
export type Recipient = Wishes & {
  userId: string
  name: string
  isSubscriber: boolean
  isAdmin: boolean
  /** IANA names; two where the user's state spans two zones. */
  zones: string[]
  /** Push endpoints that take messages. */
  endpoints: string[]
}

type Row = {
  id: string
  name: string
  email: string
  phone: string | null
  role: string
  enabled: boolean
  sms_consent: boolean
  is_subscriber: boolean
  state: string | null
  time_zone: string | null
  email_opt_in: boolean
  push_opt_in: boolean
  giveaway_alerts: boolean
  order_updates: boolean
  promotional_offers: boolean
  cart_reminders: boolean
  choices: Partial<Record<EmailChoice, boolean>>
  endpoints: string[]
}

/** The hash of a phone in monthly counts and in stops. */
export const phoneHash = (ctx: DataContext, phone: string): string => ctx.keyedHash(`phone:${phone}`)

/** Reads users by id. Deleted users are missing. Without a row of preferences, the defaults apply. */
export async function recipientsOf(ctx: DataContext, userIds: readonly string[]): Promise<Map<string, Recipient>> {
  const { rows } = await sql<Row>`
    select u.id, u.name, u.email, u.phone, u.role, u.enabled, u.sms_consent, is_subscriber(u.id), a.state, p.time_zone,
      coalesce(p.email_opt_in, true) as email_opt_in, coalesce(p.push_opt_in, false) as push_opt_in,
      coalesce(p.giveaway_alerts, true) as giveaway_alerts, coalesce(p.order_updates, true) as order_updates,
      coalesce(p.promotional_offers, false) as promotional_offers, coalesce(p.cart_reminders, true) as cart_reminders,
      coalesce((select jsonb_object_agg(c.kind, c.wanted) from email_choice c where c.user_id = u.id), '{}') as choices,
      array(select e.id::text from push_endpoint e where e.user_id = u.id and e.enabled order by e.id) as endpoints
    from users u
    left join notification_preference p on p.user_id = u.id
    left join shipping_address a on a.user_id = u.id
    where u.id = any (${userIds}::uuid[]) and u.deleted_at is null`.execute(ctx.db)
  const stopped = await stoppedOf(ctx, rows)
  return new Map(rows.map(row => [row.id, recipientOf(row, row.phone !== null && stopped.has(row.phone))]))
}

const recipientOf = (row: Row, smsStopped: boolean): Recipient => ({
  userId: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  enabled: row.enabled,
  isAdmin: row.role !== 'user',
  isSubscriber: row.is_subscriber,
  smsConsent: row.sms_consent,
  smsStopped,
  emailOptIn: row.email_opt_in,
  pushOptIn: row.push_opt_in,
  types: {
    giveaway_alert: row.giveaway_alerts,
    order_update: row.order_updates,
    promotional_offer: row.promotional_offers,
    cart_reminder: row.cart_reminders,
  },
  emailChoices: row.choices,
  zones: zonesOf({ timeZone: row.time_zone, state: row.state }),
  endpoints: row.endpoints,
})

/** The phones that said STOP, among users with an SMS consent. */
async function stoppedOf(ctx: DataContext, rows: readonly Row[]): Promise<Set<string>> {
  const phones = rows.flatMap(row => (row.phone && row.sms_consent ? [row.phone] : []))
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
  const people = await recipientsOf(ctx, ids)
  return { people: [...people.values()], next: ids.length === limit ? ids.at(-1)! : null }
}
