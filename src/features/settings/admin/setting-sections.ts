import { TIERS } from '#kernel/values/tiers.ts'
import { ALL_IN_LAWS } from '../all-in-laws.ts'
import { TAX_STATES } from '../contract.ts'
import type { Kind, SettingField, SettingSection } from './setting-field.ts'

const field = (name: string, kind: Kind, label: string, hint?: string): SettingField => ({
  name,
  kind,
  label,
  ...(hint && { hint }),
})

/** All settings of the tab. */
export const SECTIONS: readonly SettingSection[] = [
  {
    id: 'contact',
    title: 'Shop and contact',
    about: 'Appears in the footer, in the legal texts, on receipts and under every promotional e-mail.',
    groups: ['supportEmail', 'contact'],
    fields: [
      field('contact.company', 'text', 'Company', 'Runs the store and sponsors the giveaways'),
      field('supportEmail', 'email', 'Support e-mail', 'Staff read shoppers’ messages here'),
      field('contact.privacyEmail', 'email', 'Privacy e-mail'),
      field('contact.hours', 'text', 'Support hours'),
      field('contact.address', 'lines', 'Postal address', 'Under the company’s name, as on a letter'),
      field('contact.mailIn', 'lines', 'Address for mail-in entries', 'With the addressee'),
    ],
  },
  {
    id: 'rules',
    title: 'Age and free entries',
    about: 'Who may have an account, buy and enter; how long entries by mail count.',
    groups: ['minimumAge', 'mailInHours', 'freeEntry', 'retail'],
    fields: [
      field('minimumAge', 'whole', 'Minimum age', 'Checked against the birth date on file, 18 to 99'),
      field('mailInHours', 'days', 'Days for mail-in entries', 'After a giveaway closes; then its winner is drawn'),
      field('freeEntry.online', 'switch', 'Free entry online', 'A form on each giveaway’s page, confirmed by e-mail'),
      field(
        'freeEntry.everyDays',
        'whole',
        'Days from one free entry online to the next',
        'Per person and giveaway; the entry limit counts too',
      ),
      field(
        'retail.states',
        'two-letters',
        'States with a store of yours',
        'Two letters each, with spaces; Rhode Island asks stores to file giveaways over $500',
      ),
    ],
  },
  {
    id: 'premium',
    title: 'Premium membership',
    about: 'A new price is for new members. Existing members keep theirs.',
    groups: ['premium'],
    fields: [
      field('premium.monthlyPrice', 'money', 'Price for a month', 'The yearly plan bills 12 of it'),
      {
        name: 'premium.monthlyBenefit',
        label: 'Monthly benefit',
        kind: 'choice',
        options: [
          { value: 'bronze-credit', label: '1 Bronze credit' },
          { value: 'bonus-entries', label: '5 bonus entries' },
        ],
        hint: 'Issued once a calendar month',
      },
      field('premium.earlyAccessHours', 'whole', 'Early access in hours', 'Applies to new giveaways'),
    ],
  },
  {
    id: 'fee',
    title: 'Merchant platform fee',
    about: 'A share of the discounted goods, rounded up to the next whole dollar, shown as a separate line.',
    groups: ['fee'],
    fields: [
      field('fee.rate', 'percent', 'Fee in percent', '0 to 20'),
      field('fee.clientShare', 'percent', 'The client’s share of it in percent', 'The rest is the platform’s'),
    ],
  },
  {
    id: 'pricing',
    title: 'Prices shown',
    about: `Where the platform fee appears beside a price. ${ALL_IN_LAWS}`,
    groups: ['pricing'],
    fields: [
      {
        name: 'pricing.display',
        label: 'Fee appears',
        kind: 'choice',
        options: [
          { value: 'apart', label: 'Beneath the price' },
          { value: 'all-in', label: 'In the price' },
        ],
        hint: 'In the price where a law wants one number',
      },
    ],
  },
  {
    id: 'tax',
    title: 'Sales tax',
    about: 'One rate for every order, or that of the state an order is sent to.',
    groups: ['tax'],
    fields: [
      {
        name: 'tax.mode',
        label: 'Tax rate of',
        kind: 'choice',
        options: [
          { value: 'fixed', label: 'One rate for all' },
          { value: 'destination', label: 'The state it is sent to' },
        ],
      },
      {
        name: 'tax.state',
        label: 'The shop’s own state',
        kind: 'choice',
        options: TAX_STATES.map(state => ({ value: state, label: state })),
      },
      field('tax.rate', 'percent', 'Its total rate in percent'),
      field(
        'tax.nexusStates',
        'two-letters',
        'States to collect tax in',
        'Two letters each, with spaces; elsewhere nothing is collected',
      ),
    ],
  },
  {
    id: 'shipping',
    title: 'Shipping',
    about: 'Added to every order of goods, and where goods are sent.',
    groups: ['shipping'],
    fields: [
      field('shipping.flat', 'money', 'Flat amount'),
      { ...field('shipping.freeFrom', 'money', 'Free from', 'Empty: never free'), isOptional: true },
      {
        name: 'shipping.handlingDays',
        label: 'Business days until a parcel leaves',
        kind: 'whole',
        isOptional: true,
        hint: 'Buyers read the day; federal holidays do not count. Empty: no day is promised',
      },
      field(
        'shipping.countries',
        'two-letters',
        'Countries',
        'US, CA or MX, with spaces; an address elsewhere is refused',
      ),
    ],
  },
  {
    id: 'draw',
    title: 'Draws',
    about: 'When the public round comes that draws a winner. A giveaway keeps what was set when it was published.',
    groups: ['draw'],
    fields: [
      field(
        'draw.gapSeconds',
        'whole',
        'Seconds from the seal to the round',
        'The list and the secret are public before the round exists',
      ),
      field('draw.longGapSeconds', 'whole', 'Seconds for a large prize'),
      field('draw.longGapFrom', 'money', 'A prize is large from'),
      field(
        'draw.marginSeconds',
        'whole',
        'Seconds before the round for witnesses',
        'A seal that they confirm later moves the draw by a day',
      ),
      field(
        'draw.twoPersonsFrom',
        'money',
        'Two persons from',
        'A prize of this value, goods, money that goes back of an order, and granted credits. Each keeps its lowest since the giveaway or order began',
      ),
      field(
        'draw.onePersonDesk',
        'switch',
        'One person may confirm own cards below that value',
        'For a shop of one person, in giveaways that are published while it is on. Their pages count these cards as confirmed by one person',
      ),
    ],
  },
  {
    id: 'referral',
    title: 'Referrals',
    about: 'What the owner of a referral code gets for each person’s first paid order.',
    groups: ['referral'],
    fields: [
      {
        name: 'referral.rewardTier',
        label: 'Reward',
        kind: 'choice',
        isOptional: true,
        options: [{ value: '', label: 'No reward' }, ...TIERS.map(tier => ({ value: tier, label: `${tier} credits` }))],
      },
      field('referral.rewardCredits', 'whole', 'How many'),
    ],
  },
  {
    id: 'auth',
    title: 'Signing in',
    about: 'What visitors can learn about accounts, and what staff need to sign in.',
    groups: ['auth'],
    fields: [
      field(
        'auth.revealAccounts',
        'switch',
        'Say when an address has no account',
        'Off: sign-in and reset give everyone the same answer',
      ),
      field('auth.staffSecondFactor', 'switch', 'Staff sign in with a second factor', 'Cannot be off outside a demo'),
    ],
  },
  {
    id: 'switches',
    title: 'Switches',
    about: 'Off while a part makes trouble. It holds at once in every process, and no restart is needed.',
    groups: ['switches'],
    fields: [
      field(
        'switches.loadShedding',
        'switch',
        'Refuse lists under overload',
        'So that checkouts, claims and sign-ins go on; off: every call is taken',
      ),
      field(
        'switches.stockAlerts',
        'switch',
        'Tell who waits for a product',
        'Off: requests wait, and are answered within a minute of switching on',
      ),
      field('switches.cartReminders', 'switch', 'Remind of carts', 'Off: no reminder leaves'),
    ],
  },
]

export const FIELDS = SECTIONS.flatMap(({ fields }) => fields)
export const LABELS: Record<string, string> = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))
