import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { ANSWER_DAYS, NOTIFY_HOURS, REGISTER_HOURS } from '#features/giveaways/giveaway/rules.ts'
import type { LegalText } from '#features/legal/contract.ts'
import { SMS_A_MONTH } from '#features/notifications/rules.ts'
import { ONCE_MONTHS } from '#kernel/once/kinds.ts'
import type { Settings } from '#kernel/settings.ts'
import { countriesInWords } from '#kernel/shipping/countries.ts'
import { REGION_NAMES, type Region } from '#kernel/shipping/us-states.ts'
import { zoneWords } from '#kernel/values/clock/zone-names.ts'
import { formatMoney, toDollars } from '#kernel/values/money.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { durationInWords } from '#kernel/values/words/duration-in-words.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { freeEntryOf } from './free-entry-text.ts'

/**
 * The legal texts under these settings. The shop publishes them at its start and after a change of settings; a text whose wording
 * differs from its newest version becomes the next version.
 */
export function legalTextsOf(settings: Settings): LegalText[] {
  const facts = factsOf(settings)
  return [termsOf, privacyOf, sweepstakesRulesOf, freeEntryOf, ageVerificationOf].map(textOf => textOf(facts))
}

/** The terms between the shop and a shopper. */
const termsOf = (facts: Facts): LegalText => ({
  kind: 'terms',
  title: 'Terms & Conditions',
  clauses: [
    {
      title: 'Who we are, and who may shop',
      blocks: [
        `This store is run by ${facts.company} (“${facts.shop}”, “we”). By creating an account or placing an order you accept these terms. You must be **${facts.minimumAge} or older** and live in ${facts.shipsToEither}. One person has one account, and you keep its password to yourself.`,
      ],
    },
    {
      title: 'Prices and payment',
      blocks: [
        `Prices are in US dollars. Before you pay you see every part of the total: the goods, any discount, a merchant platform fee of ${facts.feePercent}% of the discounted goods rounded up to the next whole dollar, shipping, and sales tax. If a price changed while the item was in your cart, you are shown the new total first and decide anew. Cards are handled by our payment provider; we never see or keep your card number.`,
      ],
    },
    {
      title: 'Delivery, returns and refunds',
      blocks: [
        `We ship to ${facts.shipsTo}. You may return unused goods within ${facts.returnDays} days of delivery for a refund of what you paid for them. Write to us first, so that your parcel can be matched with your order. Damaged or wrong goods are replaced or refunded at our cost.`,
        'A refund takes back the credits that the refunded goods earned. If some of those credits are spent already, we may take back what is left of them, remove entries in a giveaway that is still open, or let them be. Your balance never falls below zero, and what we did is a line of your credit statement.',
        'If your bank disputes a payment, the order is held and cannot be refunded until the bank decides. Credits that the order earned are frozen until then, and clause 7 of the [sweepstakes rules](/legal#sweepstakes) says what happens to entries. We give the bank what proves the purchase: the order, its delivery, what you agreed to, and how its credits were used.',
      ],
    },
    {
      title: 'Credits',
      blocks: [
        {
          points: [
            'Goods earn credits of their tier (Bronze, Silver, Gold or Platinum) once the payment is complete.',
            'One credit takes one slot in a giveaway of the same tier.',
            'Credits are not money: they cannot be bought alone, sold, given away or paid out. They lapse when you delete your account.',
            'Every credit you earn, spend or lose is a line of the statement in your dashboard, with its reason.',
          ],
        },
      ],
    },
    {
      title: 'Premium membership',
      blocks: [
        `Premium costs $${facts.monthlyPrice} a month. Where the store offers a yearly plan, it is billed once a year at the price that its page shows. A plan renews until you cancel, at the price that you subscribed to. You can cancel at any time; no further payment is then taken.${facts.earlyAccess === null ? '' : ` Members see giveaways ${facts.earlyAccess} before they open to everyone.`} Membership does not change the odds of an entry.`,
      ],
    },
    {
      title: 'Fair use',
      blocks: [
        'Do not use programs to buy or to enter, do not hold several accounts, and do not interfere with the store or with other people’s entries. We may close accounts that do, cancel entries made that way, and refund goods not yet sent.',
      ],
    },
    {
      title: 'Liability and law',
      blocks: [
        `We stand behind what we sell as the law requires. Beyond that, and as far as the law allows, we are not liable for indirect losses. Nothing here takes away rights you have as a consumer. The law of ${facts.lawPlace} applies.`,
        'We may change these terms for the future. Each version stays readable below its text, and your dashboard tells you of a new one; an order or an entry keeps the terms under which it was made. See also the [Sweepstakes Rules](/legal#sweepstakes), which are part of these terms.',
      ],
    },
  ],
})

/** The data that the shop holds about a person, the reasons, and the person's rights. */
const privacyOf = (facts: Facts): LegalText => ({
  kind: 'privacy',
  title: 'Privacy Policy',
  clauses: [
    {
      title: 'What we keep, and why',
      blocks: [
        {
          points: [
            '**Your account**: name, e-mail address, phone number and birth date, to know you, to reach you and to check your age.',
            '**Your shipping address**, to send orders and prizes.',
            '**Orders, credits and entries**, because the law and a fair draw require a record of them.',
            '**What you agreed to**: which version of these texts, when, and from which network address, as a proof for both of us.',
            '**Security records**: sign-ins and the network addresses they came from, for a limited time.',
          ],
        },
        'Your choice of theme stays in your own browser, and so does your cart until you sign in.',
      ],
    },
    {
      title: 'Whom we share it with',
      blocks: [
        'Only those who do part of the work for us, and only what they need for it: the payment provider, the carrier, and the services that deliver e-mail, text messages and push notifications. We do not sell personal data, and we do not let advertisers follow you here.',
        'Results of giveaways are public. They name a winner in shortened form only, for example by first name and initial, never by e-mail or street address. Slots show that they are taken, not by whom.',
      ],
    },
    {
      title: 'Text messages (SMS)',
      blocks: [
        `If you agree to text messages, we send **up to ${facts.smsPerMonth} messages a month**. Message and data rates may apply. Reply **STOP** to unsubscribe at any time, or HELP for help. **Consent is not a condition of purchase or registration.** We do not pass on phone numbers or consent to others for their marketing.`,
      ],
    },
    {
      title: 'Push notifications and e-mail',
      blocks: [
        'Push notifications come only if you allow them, and stop when you take that back in your browser or in your notification settings. E-mails about your account, your orders and your prizes are part of the service.',
      ],
    },
    {
      title: 'Cookies',
      blocks: [
        'One cookie keeps you signed in. It cannot be read by scripts and goes only to this store. There are no advertising or tracking cookies.',
      ],
    },
    {
      title: 'Your rights',
      blocks: [
        `You may see, correct, take with you and delete what we keep about you. Your [profile](/dashboard?tab=profile) has a button for each. For anything else write to [${facts.privacyEmail}](mailto:${facts.privacyEmail}).`,
        `When you delete your account, it happens at once: name, e-mail address, phone number, birth date, address, messages and sessions are removed. Records of payments, credits and draws stay as long as the law requires, under a number instead of your name. An order keeps its e-mail and street address for ${facts.returnDays} days, so that it can be delivered and returned.`,
        `What is given once to a person (a code for a first order, a code with a limit per person, the reward for a referral, a free entry in its period, the benefit of a month, a report of a review) stays used for ${facts.onceMonths} months after the deletion or after two accounts were merged. For this we keep a keyed hash of the e-mail address, and for free entries of name and postal address. The hash holds no name, stands beside no other record, and is deleted after these months.`,
        `This store is not meant for anybody under ${facts.minimumAge}, and we delete what we learn of them.`,
      ],
    },
  ],
})

/** The minimum age, and its verification. */
const ageVerificationOf = (facts: Facts): LegalText => ({
  kind: 'age-verification',
  title: 'Age Verification',
  clauses: [
    {
      title: `You must be ${facts.minimumAge} or older`,
      blocks: [
        `${facts.shop} is for adults. The same minimum age holds for accounts, for purchases and for giveaways, firearm giveaways among them.`,
        {
          points: [
            `At registration you tell your birth date. Accounts of people under ${facts.minimumAge} are refused.`,
            'The birth date on file is checked again at every checkout and at every entry.',
            `A click on “I am ${facts.minimumAge} or older” is a reminder. It is never the proof.`,
            'Before a prize is sent, the winner proves age and identity with a government-issued document. Someone who entered under a false birth date is not eligible.',
          ],
        },
      ],
    },
  ],
})

/** The official rules of every giveaway. */
const sweepstakesRulesOf = (facts: Facts): LegalText => ({
  kind: 'sweepstakes',
  title: 'Sweepstakes Rules',
  clauses: [
    {
      title: '1. Sponsor and eligibility',
      blocks: [
        '**No purchase is necessary to enter or win. A purchase does not improve the odds of an entry. Void where prohibited.**',
        `${withFullStop(`The sponsor of every giveaway is ${facts.company}`)} Giveaways are open to legal residents of the United States who are ${facts.minimumAge} or older on the day they enter and have a complete shipping address on file. Staff may place entries to try the system; those are marked as such to everyone and are **left out of the list that is drawn from**.`,
      ],
    },
    {
      title: '2. How to enter',
      blocks: [
        {
          points: [
            '**With credits.** A credit of the giveaway’s tier takes one numbered slot of your choice, while slots are free and the giveaway is open. You may move an entry to another free slot until the close.',
            `**Free, by mail${facts.freeEntryDays === null ? '' : ' or online'}.** See [No Purchase Necessary](/legal#no-purchase-necessary).`,
          ],
        },
        `The giveaway’s page states its prize and approximate value, the number of slots, the limit per person, and when it opens and closes. **Closing times are in ${facts.zoneName}.** A giveaway without a closing time stays open until its last slot is taken. ${facts.earlyAccess === null ? 'Some' : `Premium members may enter ${facts.earlyAccess} earlier than others, and some`} giveaways are for members only; a mail-in entry is possible in all of them.`,
      ],
    },
    {
      title: '3. Odds',
      blocks: [
        'Every entry has the same chance, whether it came by credit or free. The odds depend on the number of eligible entries: with 80 entries on the list, each has one chance in 80.',
      ],
    },
    {
      title: '4. The draw, and how to check it',
      blocks: [
        {
          points: [
            `Mail-in entries count if they are received **within ${counted(facts.mailInDays, 'day')} of the close**; the last of these days counts whole. Its cards are registered within ${facts.cardHours} hours after it ends. Then the list of entries is **sealed**: nothing can be added to it, taken out of it or cancelled any more.`,
            `The winner is drawn automatically, at least ${facts.gapInWords} after the list was sealed${facts.longGap}, and **within ${facts.drawnWithinDays} days of the close**. If our witnesses or the public beacon cannot be reached in time, the draw takes place a day later, and the page says so.`,
            'The draw is decided by three things: the sealed list; a secret number whose **SHA-256 fingerprint is published before the first entry** and which is published with the sealed list; and one **round of the public random beacon drand**, which is named with the sealed list and does not exist yet at that time. So neither we nor anyone else can know or choose the winner when the list is sealed. Numbers that would favor some entries over others are thrown away, so that every entry has exactly the same chance.',
            'Every entry gets a signed receipt. The entries, the sealed list and the draw are written to a public log that can only grow, and witnesses sign what they saw of it. Anyone can compute the draw again, on our page or with a program that does not need us, and gets the same number. [What is proven, and what is not](/fair), says how.',
            'A draw happens once. Its public result holds the winning number, the secret number, the round, and the list with a pseudonym for each person.',
            'Should we have to draw earlier, the giveaway closes and its list is sealed at once; the round comes after that, as always. The result says that it was drawn early, by whom (role) and why, and that mail was cut off.',
          ],
        },
      ],
    },
    {
      title: '5. The winner',
      blocks: [
        `The winner is notified by e-mail **within ${facts.notifiedWithinHours} hours** of the draw, at the address on file, and must **respond within ${facts.respondWithinDays} days** of that notice. We may ask for proof of identity, age and residence.`,
        `A winner who does not respond in time, cannot be reached, is not eligible or declines gives up the prize, and **it passes on to the next in the drawn order**. That order was fixed by the same draw, and leaves out every entry of the persons before. Each step is written to the public log with the class of its reason and the fingerprint of the proof that the person was notified. Each next winner is notified **within ${facts.notifiedWithinHours} hours** in turn and has **${facts.respondWithinDays} days** to respond. Users who work for us by then, whose account was deleted, or who were not ${facts.minimumAge} on the day they entered are passed by before they are notified. The public result shows how far the prize was passed on, without names, and this can be computed again too. When nobody is left in the order, the prize is not awarded.`,
        'Prizes are sent at our cost within the United States. They cannot be exchanged for cash or passed on. If a prize cannot be had, it is replaced by one of equal or greater value. A prize whose transfer is regulated is handed over only as federal, state and local law allow. Taxes on a prize are the winner’s.',
      ],
    },
    {
      title: '6. If something goes wrong, or you leave',
      blocks: [
        'If fraud or a technical failure harms a giveaway’s fairness, we may pause or cancel it until its list is sealed. Credits spent on a cancelled giveaway go back to those who spent them. Whoever deletes their account leaves the giveaways whose list is not sealed yet. A list of winners is on the [results page](/giveaways?tab=past), or can be had by mail from the address below.',
      ],
    },
    {
      title: '7. Entries and disputed payments',
      blocks: [
        'Entries by mail are never affected by this. When the bank disputes the payment of an order (a chargeback), one fixed rule decides about the credits that the order earned; when it disputes a part of the payment, about that part of them, rounded up. The rule is the same for everyone, and staff have no choice in it:',
        {
          points: [
            'Credits that are not spent are **frozen**. For each credit that is spent, the person’s **newest entry of the same tier that was bought with a credit, in a giveaway whose list is not sealed yet, is flagged**; of entries of the same moment, the highest slot first. At most as many entries are flagged as credits of that order are spent.',
            'A flagged entry keeps its slot. **A list that is sealed while the entry is flagged leaves it out.** A list that was sealed before never changes.',
            'If the payment stands, frozen credits are free again and flagged entries take part again. An entry that a draw left out in between gives its credit back.',
            'If the payment is lost, frozen credits are taken back, flagged entries are removed, and their slots are free again. Entries of a list that was sealed before the dispute stay in their draw.',
          ],
        },
      ],
    },
  ],
})

type Facts = ReturnType<typeof factsOf>

const placeOfLaw = (state: string): string =>
  state === 'DC' ? 'the District of Columbia' : `the State of ${REGION_NAMES[state as Region] ?? state}`

/** Facts of the legal texts, from fixed rules and the shop's settings. */
export const factsOf = ({
  brand,
  place,
  minimumAge,
  mailInHours,
  freeEntry,
  premium,
  fee,
  contact,
  draw,
  shipping,
}: Settings) => ({
  zoneName: zoneWords(place.timeZone).long,
  lawPlace: placeOfLaw(place.lawState),
  minimumAge,
  mailInDays: mailInHours / 24,
  /** Null while entries online are off. */
  freeEntryDays: freeEntry.online ? freeEntry.everyDays : null,
  cardHours: REGISTER_HOURS,
  gapInWords: durationInWords(draw.gapSeconds),
  /** Empty where the gap of a valuable prize is no other. */
  longGap:
    draw.longGapSeconds === draw.gapSeconds
      ? ''
      : ` (${durationInWords(draw.longGapSeconds)} for a prize of ${formatMoney(draw.longGapFromCents, 'short')} or more)`,
  // The window ends with its day, which can be almost a day later than the hour of the close.
  drawnWithinDays: Math.ceil(
    (mailInHours + 24 + REGISTER_HOURS + Math.max(draw.gapSeconds, draw.longGapSeconds) / 3600) / 24,
  ),
  notifiedWithinHours: NOTIFY_HOURS,
  respondWithinDays: ANSWER_DAYS,
  smsPerMonth: SMS_A_MONTH,
  /** Null where members have no earlier access. */
  earlyAccess: premium.earlyAccessHours === 0 ? null : counted(premium.earlyAccessHours, 'hour'),
  shipsTo: countriesInWords(shipping.countries),
  shipsToEither: countriesInWords(shipping.countries, 'or'),
  monthlyPrice: toDollars(premium.monthlyCents).toFixed(2),
  // Settings accept steps of 0.0001%. Rounded, because 0.07 × 100 in floats is not 7.
  feePercent: Math.round(fee.rate * 1_000_000) / 10_000,
  returnDays: RETURN_DAYS,
  onceMonths: ONCE_MONTHS,
  shop: brand.name,
  company: contact.company,
  privacyEmail: contact.privacyEmail,
  mailIn: contact.mailIn,
})
