import { TIERS } from '#kernel/values/tiers.ts'
import { ALL_IN_LAWS } from '../all-in-laws.ts'
import { TAX_STATES } from '../contract.ts'
import type { SettingSection } from './setting-field.ts'

/** All settings of the tab. */
export const SECTIONS: readonly SettingSection[] = [
  {
    id: 'contact',
    title: 'Shop and contact',
    about: 'Appears in the footer, in the legal texts, on receipts and under every promotional e-mail.',
    groups: ['supportEmail', 'contact'],
    fields: [
      { name: 'contact.company', label: 'Company', kind: 'text', hint: 'Runs the store and sponsors the giveaways' },
      { name: 'supportEmail', label: 'Support e-mail', kind: 'email', hint: 'Staff read shoppers’ messages here' },
      { name: 'contact.privacyEmail', label: 'Privacy e-mail', kind: 'email' },
      { name: 'contact.hours', label: 'Support hours', kind: 'text' },
      {
        name: 'contact.address',
        label: 'Postal address',
        kind: 'lines',
        hint: 'Under the company’s name, as on a letter',
      },
      { name: 'contact.mailIn', label: 'Address for mail-in entries', kind: 'lines', hint: 'With the addressee' },
    ],
  },
  {
    id: 'rules',
    title: 'Age and free entries',
    about: 'Who may have an account, buy and enter; how long entries by mail count.',
    groups: ['minimumAge', 'mailInHours', 'freeEntry', 'retail'],
    fields: [
      {
        name: 'minimumAge',
        label: 'Minimum age',
        kind: 'whole',
        hint: 'Checked against the birth date on file, 18 to 99',
      },
      {
        name: 'mailInHours',
        label: 'Days for mail-in entries',
        kind: 'days',
        hint: 'After a giveaway closes; then its winner is drawn',
      },
      {
        name: 'freeEntry.online',
        label: 'Free entry online',
        kind: 'switch',
        hint: 'A form on each giveaway’s page, confirmed by e-mail',
      },
      {
        name: 'freeEntry.everyDays',
        label: 'Days from one free entry online to the next',
        kind: 'whole',
        hint: 'Per person and giveaway; the entry limit counts too',
      },
      {
        name: 'retail.states',
        label: 'States with a store of yours',
        kind: 'two-letters',
        hint: 'Two letters each, with spaces; Rhode Island asks stores to file giveaways over $500',
      },
    ],
  },
  {
    id: 'premium',
    title: 'Premium membership',
    about: 'A new price is for new members. Existing members keep theirs.',
    groups: ['premium'],
    fields: [
      {
        name: 'premium.monthlyPrice',
        label: 'Price for a month',
        kind: 'money',
        hint: 'The yearly plan bills 12 of it',
      },
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
      {
        name: 'premium.earlyAccessHours',
        label: 'Early access in hours',
        kind: 'whole',
        hint: 'Applies to new giveaways',
      },
    ],
  },
  {
    id: 'fee',
    title: 'Merchant platform fee',
    about: 'A share of the discounted goods, rounded up to the next whole dollar, shown as a separate line.',
    groups: ['fee'],
    fields: [
      { name: 'fee.rate', label: 'Fee in percent', kind: 'percent', hint: '0 to 20' },
      {
        name: 'fee.clientShare',
        label: 'The client’s share of it in percent',
        kind: 'percent',
        hint: 'The rest is the platform’s',
      },
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
      { name: 'tax.rate', label: 'Its total rate in percent', kind: 'percent' },
      {
        name: 'tax.nexusStates',
        label: 'States to collect tax in',
        kind: 'two-letters',
        hint: 'Two letters each, with spaces; elsewhere nothing is collected',
      },
    ],
  },
  {
    id: 'shipping',
    title: 'Shipping',
    about: 'Added to every order of goods, and where goods are sent.',
    groups: ['shipping'],
    fields: [
      { name: 'shipping.flat', label: 'Flat amount', kind: 'money' },
      { name: 'shipping.freeFrom', label: 'Free from', kind: 'money', isOptional: true, hint: 'Empty: never free' },
      {
        name: 'shipping.handlingDays',
        label: 'Business days until a parcel leaves',
        kind: 'whole',
        isOptional: true,
        hint: 'Buyers read the day; federal holidays do not count. Empty: no day is promised',
      },
      {
        name: 'shipping.countries',
        label: 'Countries',
        kind: 'two-letters',
        hint: 'US, CA or MX, with spaces; an address elsewhere is refused',
      },
    ],
  },
  {
    id: 'draw',
    title: 'Draws',
    about: 'When the public round comes that draws a winner. A giveaway keeps what was set when it was published.',
    groups: ['draw'],
    fields: [
      {
        name: 'draw.gapSeconds',
        label: 'Seconds from the seal to the round',
        kind: 'whole',
        hint: 'The list and the secret are public before the round exists',
      },
      { name: 'draw.longGapSeconds', label: 'Seconds for a large prize', kind: 'whole' },
      { name: 'draw.longGapFrom', label: 'A prize is large from', kind: 'money' },
      {
        name: 'draw.marginSeconds',
        label: 'Seconds before the round for witnesses',
        kind: 'whole',
        hint: 'A seal that they confirm later moves the draw by a day',
      },
      {
        name: 'draw.twoPersonsFrom',
        label: 'Two persons from a prize of',
        kind: 'money',
        hint: 'For cards by mail and for passing a prize on',
      },
      {
        name: 'draw.onePersonDesk',
        label: 'One person may confirm own cards below that value',
        kind: 'switch',
        hint: 'For a shop of one person. The giveaway’s page counts these cards as confirmed by one person',
      },
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
      { name: 'referral.rewardCredits', label: 'How many', kind: 'whole' },
    ],
  },
  {
    id: 'auth',
    title: 'Signing in',
    about: 'What visitors can learn about accounts, and what staff need to sign in.',
    groups: ['auth'],
    fields: [
      {
        name: 'auth.revealAccounts',
        label: 'Say when an address has no account',
        kind: 'switch',
        hint: 'Off: sign-in and reset give everyone the same answer',
      },
      {
        name: 'auth.staffSecondFactor',
        label: 'Staff sign in with a second factor',
        kind: 'switch',
        hint: 'Cannot be off outside a demo',
      },
    ],
  },
  {
    id: 'switches',
    title: 'Switches',
    about: 'Off while a part makes trouble. It holds at once in every process, and no restart is needed.',
    groups: ['switches'],
    fields: [
      {
        name: 'switches.loadShedding',
        label: 'Refuse lists under overload',
        kind: 'switch',
        hint: 'So that checkouts, claims and sign-ins go on; off: every call is taken',
      },
      {
        name: 'switches.stockAlerts',
        label: 'Tell who waits for a product',
        kind: 'switch',
        hint: 'Off: requests wait, and are answered within a minute of switching on',
      },
      {
        name: 'switches.cartReminders',
        label: 'Remind of carts',
        kind: 'switch',
        hint: 'Off: no reminder leaves',
      },
    ],
  },
]

export const FIELDS = SECTIONS.flatMap(({ fields }) => fields)
export const LABELS: Record<string, string> = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))
