import { notifyUsers } from '#features/notifications/commands/notify.server.ts'
import { listUsers } from '#features/notifications/queries/recipients.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { JobData } from '#platform/jobs/jobs.server.ts'
import { ALERT_PEOPLE } from '../../job-types.server.ts'
import { hiddenFrom } from '../../rules.ts'
import { type AlertedGiveaway, alertFor } from '../alert-notice.ts'

/** Alerts leave 48 hours before the start. */
const HOURS_BEFORE = 48
/** Recipients per transaction. */
const PIECE = 500

/** Position in the walk over all users. */
type AlertStep = JobData<typeof ALERT_PEOPLE>

/**
 * A giveaway that was open at publication is announced as open, if that was less than 1 hour ago and at least one announcement flag is set.
 */
const OPEN_FOR_MS = 3_600_000
const FLAGS = [
  'g.send_premium_emails',
  'g.send_free_user_emails',
  'g.send_premium_sms',
  'g.send_free_user_sms',
] as const

/**
 * Starts the alerts of every giveaway that starts within 48 hours and has had none. A giveaway published later than that is announced at
 * once. The row in `giveaway_alert` lets the alerts of a giveaway start once, even in several processes.
 */
export async function beginAlerts(ctx: Context): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db
    .selectFrom('giveaway as g')
    .select('g.id')
    .where(eb =>
      eb.or([
        eb.and([
          eb('g.starts_at', '>', now),
          eb('g.starts_at', '<=', new Date(+now + HOURS_BEFORE * 3_600_000)),
          eb('g.published_at', 'is not', null),
        ]),
        eb.and([
          eb('g.published_at', '>=', eb.ref('g.starts_at')),
          eb('g.published_at', '>', new Date(+now - OPEN_FOR_MS)),
          eb.or(FLAGS.map(flag => eb(flag, '=', true))),
        ]),
      ]),
    )
    .where(eb => eb.or([eb('g.ends_at', 'is', null), eb('g.ends_at', '>', now)]))
    .where('g.closed_at', 'is', null)
    .where('g.archived_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('giveaway_alert as a').whereRef('a.giveaway_id', '=', 'g.id'))),
    )
    .execute()
  for (const { id } of due) {
    await transact(ctx, async tx => {
      const { numInsertedOrUpdatedRows } = await tx.db
        .insertInto('giveaway_alert')
        .values({ giveaway_id: id, begun_at: now })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst()
      if (!numInsertedOrUpdatedRows) return
      await enqueue(tx, ALERT_PEOPLE, { giveawayId: id, after: null })
    })
  }
}

/**
 * Alerts the next batch of users who will see a giveaway. The following batch is enqueued in the same transaction, so a crash skips no
 * user. The messages' once keys prevent duplicates.
 */
export async function alertUsers(ctx: Context, { giveawayId, after }: AlertStep): Promise<void> {
  const giveaway = await alertedGiveaway(ctx, giveawayId)
  if (!giveaway) return
  await transact(ctx, async tx => {
    const { people, next } = await listUsers(tx, { after, limit: PIECE })
    const told = people.filter(person => hiddenFrom(person, giveaway, giveaway.startsAt) === null)
    await notifyUsers(tx, told, person => alertFor(tx, giveaway, person))
    if (next) await enqueue(tx, ALERT_PEOPLE, { giveawayId, after: next })
  })
}

/** Undefined when there is nothing to announce: the giveaway started (unless it was published as open), closed, or was deleted. */
async function alertedGiveaway(ctx: Context, id: string): Promise<AlertedGiveaway | undefined> {
  const row = await ctx.db
    .selectFrom('giveaway')
    .select(['id', 'slug', 'title', 'tier', 'starts_at', 'early_access_at', 'subscription_visibility_only'])
    .select(['send_premium_emails', 'send_free_user_emails', 'send_premium_sms', 'send_free_user_sms'])
    .where('id', '=', id)
    .where(eb => eb.or([eb('starts_at', '>', ctx.now()), eb('published_at', '>=', eb.ref('starts_at'))]))
    .where('published_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      slug: row.slug,
      title: row.title,
      tier: row.tier,
      startsAt: row.starts_at,
      earlyAccessAt: row.early_access_at,
      subscriptionVisibilityOnly: row.subscription_visibility_only,
      isOpen: row.starts_at <= ctx.now(),
      emails: { premium: row.send_premium_emails, free: row.send_free_user_emails },
      sms: { premium: row.send_premium_sms, free: row.send_free_user_sms },
    }
  )
}
