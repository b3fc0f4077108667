import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { recordConsent } from './record-consent.server.ts'

type Two = { from: string; into: string }

/** The consents of both accounts combined: a channel stays on only if both accounts agreed. */
export async function readConsentsOfBoth(ctx: DataContext, { from, into }: Two) {
  const { rows } = await sql<{ sms: boolean; push: boolean; email: boolean; promotionalEmails: boolean }>`
    select bool_and(u.sms_consent) as sms, bool_and(u.push_consent) as push, bool_and(coalesce(p.email_opt_in, true)) as email,
      bool_and(coalesce(p.promotional_offers, false)) as "promotionalEmails"
    from users u left join notification_preference p on p.user_id = u.id where u.id in (${from}, ${into})`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** Reduces one of two accounts to the consents that both gave. Each change is recorded. */
export async function mergeConsents(tx: TransactionContext, { from, into }: Two): Promise<void> {
  const given = await readConsentsOfBoth(tx, { from, into })
  for (const channel of ['sms', 'push', 'email'] as const)
    if (!given[channel]) await recordConsent(tx, { userId: into, channel, given: false, source: 'merge' })
  await sql`
    insert into notification_preference as p (user_id, giveaway_alerts, order_updates, promotional_offers, cart_reminders)
    select ${into}, coalesce(f.giveaway_alerts, true), coalesce(f.order_updates, true), false, coalesce(f.cart_reminders, true)
    from users u left join notification_preference f on f.user_id = u.id where u.id = ${from}
    on conflict (user_id) do update set giveaway_alerts = p.giveaway_alerts and excluded.giveaway_alerts,
      order_updates = p.order_updates and excluded.order_updates,
      promotional_offers = p.promotional_offers and ${given.promotionalEmails},
      cart_reminders = p.cart_reminders and excluded.cart_reminders, updated_at = ${tx.now()}`.execute(tx.db)
  await sql`
    insert into email_choice as c (user_id, kind, wanted, chosen_at)
    select ${into}, kind, false, ${tx.now()} from email_choice where user_id = ${from} and not wanted
    on conflict (user_id, kind) do update set wanted = false, chosen_at = ${tx.now()} where c.wanted`.execute(tx.db)
}
