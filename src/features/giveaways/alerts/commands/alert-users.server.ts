import { type Notice, notifyUsers } from '#features/notifications/commands/notify.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { listUsers } from '#features/notifications/queries/recipients.server.ts'
import { shorten, smsRoom } from '#features/notifications/sms/sms-text.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import type { JobData } from '#platform/jobs/jobs.server.ts'
import { ALERT_PEOPLE } from '../../giveaway/job-types.server.ts'
import { ANNOUNCED_HOURS, hiddenFrom } from '../../giveaway/rules.ts'

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
          eb('g.starts_at', '<=', new Date(+now + ANNOUNCED_HOURS * HOUR_MS)),
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
async function alertedGiveaway(ctx: Context, id: string) {
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select(['id', 'slug', 'title', 'tier', 'starts_at as startsAt', 'early_access_at as earlyAccessAt'])
    .select('subscription_visibility_only as subscriptionVisibilityOnly')
    .select(['send_premium_emails', 'send_free_user_emails', 'send_premium_sms', 'send_free_user_sms'])
    .where('id', '=', id)
    .where(eb => eb.or([eb('starts_at', '>', ctx.now()), eb('published_at', '>=', eb.ref('starts_at'))]))
    .where('published_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return giveaway && { ...giveaway, isOpen: giveaway.startsAt <= ctx.now() }
}

type AlertedGiveaway = NonNullable<Awaited<ReturnType<typeof alertedGiveaway>>>

/** One formatter per zone: each holds native memory that the garbage collector does not count, and an alert goes to all users. */
const CLOCKS = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  CLOCKS.set(timeZone, made)
  return made
}

/**
 * A moment in the recipient's zone: `Fri, Mar 6, 12:00 PM EST`. Intl puts a narrow no-break space before AM and PM, which SMS cannot carry.
 */
const momentIn = (at: Date, timeZone: string): string => clockOf(timeZone).format(at).replace(/\s/g, ' ')

type Alert = { giveaway: Pick<AlertedGiveaway, 'title' | 'tier' | 'slug' | 'isOpen'>; name: string; sentence: string }

export const alertEmail = defineEmail({
  preview: {
    giveaway: { title: 'Field Kit', tier: 'Gold', slug: 'field-kit', isOpen: true },
    name: 'Sam',
    sentence: 'It is open now',
  },
  write: ({ origin }, { giveaway: { title, tier, slug, isOpen }, name, sentence }: Alert) => ({
    subject: `${isOpen ? 'Open now' : 'Soon'}: ${title}`,
    body: [
      greetingOf(name),
      `${withFullStop(`a new ${tier} giveaway is ${isOpen ? 'here' : 'close'}: ${title}`)} ${sentence}; one ${tier} credit takes a slot.`,
      'No purchase necessary: you can also enter free by mail, as the rules say.',
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
  }),
  unproven: nameless,
})

/**
 * The alert 48 hours before a giveaway starts, or at publication if that is later. Members read when early access begins, other users when
 * the giveaway opens.
 * A push ignores the giveaway's flags because its recipient subscribed to giveaway alerts.
 */
function alertFor(
  ctx: DataContext,
  giveaway: AlertedGiveaway,
  { name, isSubscriber, zones }: { name: string; isSubscriber: boolean; zones: readonly string[] },
): Notice {
  const { id, title, startsAt, earlyAccessAt } = giveaway
  const takesSms = isSubscriber ? giveaway.send_premium_sms : giveaway.send_free_user_sms
  const takesEmail = isSubscriber ? giveaway.send_premium_emails : giveaway.send_free_user_emails
  const opensAt = isSubscriber && earlyAccessAt < startsAt ? earlyAccessAt : startsAt
  const opens = momentIn(opensAt, zones[0]!)
  const sentence = giveaway.isOpen
    ? 'It is open now'
    : isSubscriber
      ? `Early access for members opens ${opens}`
      : `It opens ${opens}`
  const when = giveaway.isOpen ? 'open now' : `${isSubscriber ? 'early access' : 'opens'} ${opens}`
  const tail = `: ${when}. ${ctx.origin}/giveaways`
  return {
    kind: 'giveaway_alert',
    onceKey: id,
    push: { title, body: `${sentence}.`, data: { type: 'giveaway', giveawayId: id } },
    ...(takesSms
      ? { sms: `${shorten(title, Math.max(12, smsRoom(ctx.settings.brand.shortName) - tail.length))}${tail}` }
      : {}),
    ...(takesEmail ? { email: alertEmail(ctx, { giveaway, name, sentence }) } : {}),
  }
}
