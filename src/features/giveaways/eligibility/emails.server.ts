import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import type { Tier } from '#kernel/values/tiers.ts'

type Shown = { name: string; title: string; slug: string; sentence: string }
const PREVIEW = {
  name: 'Sam',
  title: 'Field Kit',
  slug: 'field-kit',
  sentence: 'This giveaway is not open to residents of Nevada.',
}

/** E-mail to an entrant whose address, or whose giveaway's terms, changed. */
export const noLongerEligibleEmail = defineEmail({
  preview: { ...PREVIEW, freezesAt: new Date('2026-03-10T19:00:00Z') },
  write: ({ origin }, { name, title, slug, sentence, freezesAt }: Shown & { freezesAt: Date | null }) => ({
    subject: `Your entries in ${title}: please check your address`,
    body: [
      greetingOf(name),
      `you have entries in ${title}, and something has changed. ${sentence}`,
      `If the address in your profile is wrong, please correct it before the list is sealed${freezesAt ? `, ${formatMoment(freezesAt)}` : ''}. Otherwise your entries are taken out then, and credits that you spent on them come back.`,
      `The giveaway: ${origin}/giveaways/${slug}`,
    ],
    action: { label: 'See your address', url: `${origin}/dashboard?tab=profile` },
  }),
  unproven: nameless,
})

type TakenOut = Shown & { entries: number; credits: number; tier: Tier }

/** E-mail to a person whose entries were taken out before the list was frozen. */
export const takenOutEmail = defineEmail({
  preview: { ...PREVIEW, entries: 2, credits: 2, tier: 'Bronze' as Tier },
  write: ({ origin }, { name, title, sentence, entries, credits, tier }: TakenOut) => ({
    subject: `Your entries in ${title} were taken out`,
    body: [
      greetingOf(name),
      `${sentence} Your ${entries === 1 ? 'entry' : `${entries} entries`} in ${title} ${entries === 1 ? 'was' : 'were'} taken out before the list was sealed.`,
      credits > 0
        ? `${credits === 1 ? `1 ${tier} credit is` : `${credits} ${tier} credits are`} back in your account.`
        : 'A free entry costs no credit, so none comes back.',
    ],
    action: { label: 'See the giveaways', url: `${origin}/giveaways` },
  }),
  unproven: nameless,
})
