import type { Notice } from '#features/notifications/commands/notify.server.ts'
import { defineEmail } from '#features/notifications/email.ts'
import { SMS_ROOM, shorten } from '#features/notifications/sms/sms-text.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/** Whether e-mails and SMS go to members (premium) and to other users (free). */
type Audience = { premium: boolean; free: boolean }

export type AlertedGiveaway = {
  id: string
  slug: string
  title: string
  tier: Tier
  startsAt: Date
  earlyAccessAt: Date
  subscriptionVisibilityOnly: boolean
  /** The giveaway was already open when it was published. */
  isOpen: boolean
  emails: Audience
  sms: Audience
}

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
 * A moment in the recipient's zone: `Fri, Mar 6, 12:00 PM MST`. Intl puts a narrow no-break space before AM and PM, which SMS cannot carry.
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
      `Hello ${name},`,
      `a new ${tier} giveaway is ${isOpen ? 'here' : 'close'}: ${title}. ${sentence}; one ${tier} credit takes a slot.`,
      'No purchase necessary: you can also enter free by mail, as the rules say.',
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
  }),
})

/**
 * The alert 48 hours before a giveaway starts, or at publication if that is later. Members read when early access begins, other users when
 * the giveaway opens.
 * A push ignores the giveaway's flags because its recipient subscribed to giveaway alerts.
 */
export function alertFor(
  ctx: DataContext,
  giveaway: AlertedGiveaway,
  { name, isSubscriber, zones }: { name: string; isSubscriber: boolean; zones: readonly string[] },
): Notice {
  const { id, title, startsAt, earlyAccessAt } = giveaway
  const group = isSubscriber ? 'premium' : 'free'
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
    ...(giveaway.sms[group] ? { sms: `${shorten(title, Math.max(12, SMS_ROOM - tail.length))}${tail}` } : {}),
    ...(giveaway.emails[group]
      ? {
          email: alertEmail(ctx, { giveaway, name, sentence }),
        }
      : {}),
  }
}
