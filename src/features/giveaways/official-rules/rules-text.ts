import { entryLimitOf, gapSecondsOf } from '#features/draw-log/rules.ts'
import type { LegalClause } from '#features/legal/contract.ts'
import type { Settings } from '#kernel/settings.ts'
import { zoneWords } from '#kernel/values/clock/zone-names.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { durationInWords } from '#kernel/values/words/duration-in-words.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { minimumAgeOf, statesInWords } from '../giveaway/eligibility/rules.ts'
import { NOTIFY_HOURS } from '../giveaway/rules.ts'

/** The facts of a giveaway that its official rules tell, under the names of its row. */
export type RulesFacts = {
  title: string
  tier: string
  value_cents: number
  highest_value_cents: number | null
  total_slots: number
  entry_limit: number | null
  starts_at: Date
  early_access_at: Date
  ends_at: Date | null
  subscription_visibility_only: boolean
  eligible_states: readonly string[]
  minimum_age: number | null
}

/**
 * The official rules of one giveaway. Equal facts, settings and zones give equal words, so that a version changes only with a fact.
 * @param timeZone of the giveaway
 */
export function rulesText(facts: RulesFacts, settings: Settings, timeZone: string): LegalClause[] {
  return [
    ...peopleClauses(facts, settings),
    ...entryClauses(facts, settings, timeZone),
    ...drawClauses(facts, settings),
    ...afterwardsClauses(facts, settings),
  ]
}

function peopleClauses(facts: RulesFacts, settings: Settings): LegalClause[] {
  const { contact } = settings
  const age = minimumAgeOf(facts.minimum_age, settings)
  return [
    {
      title: '1. No purchase necessary',
      blocks: [
        '**No purchase is necessary to enter or win. A purchase does not improve the odds of an entry. Void where prohibited.**',
      ],
    },
    {
      title: '2. Sponsor',
      blocks: [
        `The sponsor of “${facts.title}” is:`,
        { address: [contact.company, ...contact.address, settings.supportEmail] },
      ],
    },
    {
      title: '3. Who may enter',
      blocks: [
        `Legal residents of ${statesInWords(facts.eligible_states)} who are **${age} or older** on the day they enter. Entries of the sponsor’s staff are marked as such and left out of the draw.`,
        ...(facts.subscription_visibility_only
          ? ['Entries by credit are for Premium members. A free entry by mail is open to everyone named above.']
          : []),
      ],
    },
  ]
}

function entryClauses(facts: RulesFacts, settings: Settings, timeZone: string): LegalClause[] {
  const { mailInHours, freeEntry, contact } = settings
  const opens = formatMoment(facts.starts_at, timeZone)
  const early =
    facts.early_access_at < facts.starts_at
      ? ` Premium members may enter from ${formatMoment(facts.early_access_at, timeZone)}.`
      : ''
  const closes = facts.ends_at
    ? `closes ${formatMoment(facts.ends_at, timeZone)}`
    : 'closes when its last slot is taken'
  const limit = entryLimitOf({ tier: facts.tier as Tier, entryLimit: facts.entry_limit })
  const online = `**Free, online**: by the form on the giveaway’s page while it is open to everyone, once ${freeEntry.everyDays === 1 ? 'a day' : `in ${freeEntry.everyDays} days`}.`
  return [
    {
      title: '4. When',
      blocks: [
        `The giveaway opens ${opens} and ${closes}.${early} Times are ${zoneWords(timeZone).long}. Should the sponsor close it earlier, its page says why.`,
      ],
    },
    {
      title: '5. How to enter',
      blocks: [
        {
          points: [
            `**With a credit** of the tier ${facts.tier}, which takes one numbered slot.`,
            `**Free, by mail**: a card with name, address, e-mail address, phone number and birth date, received within ${counted(mailInHours / 24, 'day')} of the close, to the address below. It gives as many entries as the cheapest purchase that earns a credit of the tier.`,
            ...(freeEntry.online && !facts.subscription_visibility_only ? [online] : []),
          ],
        },
        { address: [...contact.mailIn] },
        `One person has at most **${limit}** entries, bought and free together. [No Purchase Necessary](/legal#no-purchase-necessary) has the details of free entry.`,
      ],
    },
  ]
}

function drawClauses(facts: RulesFacts, settings: Settings): LegalClause[] {
  const value = formatMoney(facts.value_cents, 'short')
  const gap = gapSecondsOf(settings.draw, facts)
  const inWords = durationInWords(gap)
  return [
    {
      title: '6. Prize',
      blocks: [
        `One prize: “${facts.title}”, as its page describes it. Approximate retail value and total value of all prizes: **${value}**. The prize is sent at the sponsor’s cost within the United States and is not exchanged for cash. A prize that cannot be had is replaced by one of equal or greater value.`,
      ],
    },
    {
      title: '7. Odds',
      blocks: [
        `Every entry has the same chance. The odds depend on the number of eligible entries: ${formatCount(facts.total_slots)} slots for credits, and the free entries after them.`,
      ],
    },
    {
      title: '8. Draw',
      blocks: [
        `After the mail-in window the list of entries is sealed and published with a secret number, whose SHA-256 fingerprint is public from the start. The first round of the public random beacon drand at least ${inWords} after the seal decides the winner. The round is named with the sealed list. Anyone can compute the draw again: [how we draw](/fair).`,
      ],
    },
  ]
}

function afterwardsClauses(facts: RulesFacts, { contact }: Settings): LegalClause[] {
  return [
    {
      title: '9. Winner',
      blocks: [
        `The winner is notified by e-mail within ${NOTIFY_HOURS} hours of the draw. We may ask for proof of identity, age and residence, and for an affidavit. A winner who does not answer, is not eligible or declines gives up the prize, and it passes on in the drawn order. The [Sweepstakes Rules](/legal#sweepstakes) say how.`,
        'Taxes on the prize are the winner’s. Where the law asks for it, the sponsor reports the value on form 1099-MISC and asks the winner for a taxpayer number.',
      ],
    },
    {
      title: '10. Publicity',
      blocks: [
        'By accepting the prize the winner agrees that the sponsor names the winner in shortened form with the prize and the state, without further payment, **except where prohibited by law. Residents of Tennessee are not bound by this clause.** Pictures and words of the winner are published only with consent of their own.',
      ],
    },
    {
      title: '11. List of winners',
      blocks: [
        `The result is on the giveaway’s page and on the [results page](/giveaways?tab=past). A list of winners comes by mail to those who write to the sponsor’s address within 90 days of the draw and name “${facts.title}”.`,
      ],
    },
    {
      title: '12. Privacy',
      blocks: [
        `${withFullStop(`Entrants’ data is used to run this giveaway by ${contact.company}`)} The [Privacy Policy](/legal#privacy) tells what is kept, for how long, and how it is deleted.`,
      ],
    },
    {
      title: '13. Changes',
      blocks: [
        'Entering accepts the version of these rules that is in force then. After the first entry a change makes a new version with its reason; every earlier version stays readable here. The [Sweepstakes Rules](/legal#sweepstakes) apply beside these rules.',
      ],
    },
  ]
}
