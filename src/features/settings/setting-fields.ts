import { z } from 'zod'
import { type Field, fieldTable } from '#kernel/fields/field-table.ts'
import { COUNTRIES } from '#kernel/shipping/countries.ts'
import { STATE_NAMES } from '#kernel/shipping/us-states.ts'
import { ifMissing, ifWrong, missingOrWrong } from '#kernel/values/inputs/field-sentences.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import {
  addresses,
  capitals,
  choice,
  colour,
  days,
  dollars,
  email,
  isOnce,
  line,
  lines,
  optional,
  optionalLine,
  percent,
  picture,
  regionCodes,
  selector,
  tick,
  whole,
  zone,
} from './setting-kinds.ts'

const STATES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
/** The states that an order can be taxed in, and the District of Columbia. */
const TAX_STATES = STATES.split(' ')
const state = z.enum(
  TAX_STATES as [string, ...string[]],
  missingOrWrong('Please choose a state', 'Please name a state by its two letters'),
)
const states = z.array(state).max(51, 'At most 51 states').refine(isOnce, 'Each state once')
const countries = z
  .array(
    z.enum(COUNTRIES, ifWrong('Please name countries as US, CA or MX')),
    ifMissing('Name at least one country to ship to'),
  )
  .min(1, 'Name at least one country to ship to')
  .refine(isOnce, 'Each country once')

const GAP = 'The round comes 10 seconds to 7 days after the seal'
const PRIZE = 'A prize value is 0 to 10,000,000 dollars'

const tiers = TIERS.map(tier => [tier, `${tier} credits`])
const reward = optional(choice('Reward', Object.fromEntries(tiers) as Record<Tier, string>, 'Please choose a tier'))
const rewardTier = { ...reward, options: [{ value: '', label: 'No reward' }, ...reward.options!] }

const STATE_CODES = Object.fromEntries(TAX_STATES.map(code => [code, code]))
const shopState = { ...choice('The shop’s own state', STATE_CODES, ''), shown: state, input: state }
const lawState = { ...choice('State whose law applies', STATE_NAMES, ''), shown: state, input: state }

/** A field is stored by its own name, unless it has another as `column`. */
const group = <F extends Record<string, Field>>(fields: F) =>
  fieldTable(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { column: name, ...field }])) as F)

/** Settings that stand alone. */
export const SINGLE = group({
  minimumAge: {
    ...whole('Minimum age', 18, 99, 'The minimum age is 18 to 99'),
    hint: 'Checked against the birth date on file, 18 to 99',
  },
  mailInHours: {
    ...days('Days for mail-in entries', 1, 60, 'Mail-in entries count for 1 to 60 days'),
    hint: 'After a giveaway closes; then its winner is drawn',
  },
  supportEmail: { ...email('Support e-mail'), hint: 'Staff read shoppers’ messages here' },
})

/**
 * The one description of the settings, per group. From it follow the schemas of answers and bodies, the stored form, the values of the
 * tab's form and their words.
 */
export const GROUPED = {
  brand: group({
    name: {
      ...line('Name of the shop', 60, 'The name is required', 2),
      hint: 'On pages, in e-mails and documents, 2 to 60 characters',
    },
    shortName: {
      ...line('Short name', 20, 'The short name is required', 2),
      hint: 'Before text messages and under the app’s icon, 2 to 20 characters',
    },
    tagline: { ...optionalLine('Tagline', 80), hint: 'At the end of e-mails; may be empty' },
    accent: {
      ...colour('Accent colour'),
      hint: 'Of buttons and links; the other theme gets its nearest tone',
    },
    orderPrefix: {
      ...capitals('Prefix of order numbers', /^[A-Z0-9]{1,6}$/, 'The prefix is 1 to 6 letters or digits'),
      hint: 'Orders so far keep theirs',
    },
    logoLight: { ...picture('Logo for light grounds', 'light'), hint: 'In place of the name; also on papers' },
    logoDark: { ...picture('Logo for dark grounds', 'dark'), hint: 'In place of the name; none keeps the name there' },
    mark: {
      ...picture('Mark', 'dark'),
      hint: 'Square, from 512 pixels, for icons. None: the first letters of the short name on the accent',
    },
    social: {
      ...addresses('Pages on social networks', 8),
      hint: 'One https address a line, at most 8; the footer links them',
    },
  }),
  place: group({
    timeZone: {
      ...zone('Time zone'),
      hint: 'Of closing times, of the days on which free entries, reports and duties count, and of the texts that name them. Holds at once before the first giveaway of a new shop, later from the next midnight; giveaways that are public keep theirs',
    },
    lawState: { ...lawState, hint: 'Named in the terms, whose new version shoppers are told of' },
  }),
  sender: group({
    name: { ...optional(line('Name of the sender', 60, 'The name is required')), hint: 'Empty: the name of the shop' },
    address: {
      ...optional(email('Address of the sender')),
      hint: 'E-mails to shoppers and staff come from it. Empty: MAIL_FROM of the server, if that is set',
    },
    dkimSelector: {
      ...optional(selector('DKIM selector')),
      hint: 'Your mail provider names it, such as s1 or google; the check looks for its key',
    },
  }),
  premium: group({
    monthlyPrice: {
      column: 'monthlyCents',
      ...dollars('Price for a month', 0.5, 999.99, 'The price is 0.50 to 999.99 dollars a month'),
      hint: 'The yearly plan bills 12 of it',
    },
    monthlyBenefit: {
      ...choice(
        'Monthly benefit',
        { 'bronze-credit': '1 Bronze credit', 'bonus-entries': '5 bonus entries' },
        'Please choose a benefit',
      ),
      hint: 'Issued once a calendar month',
    },
    earlyAccessHours: {
      ...whole('Early access in hours', 0, 336, 'Early access is 0 to 336 whole hours'),
      hint: 'Applies to new giveaways',
    },
  }),
  fee: group({
    rate: { ...percent('Fee in percent', 0.2, 'The fee is 0 to 20 percent'), hint: '0 to 20' },
    clientShare: {
      ...percent('The client’s share of it in percent', 1, 'The share is 0 to 100 percent'),
      hint: 'The rest is the platform’s',
    },
  }),
  pricing: group({
    display: {
      ...choice(
        'Fee appears',
        { apart: 'Beneath the price', 'all-in': 'In the price' },
        'Please choose how prices are shown',
      ),
      hint: 'In the price where a law wants one number',
    },
  }),
  tax: group({
    mode: choice(
      'Tax rate of',
      { fixed: 'One rate for all', destination: 'The state it is sent to' },
      'Please choose how tax is calculated',
    ),
    state: shopState,
    rate: percent('Its total rate in percent', 0.2, 'The tax rate is 0 to 20 percent'),
    nexusStates: {
      ...regionCodes('States to collect tax in', states),
      hint: 'Two letters each, with spaces; elsewhere nothing is collected',
    },
  }),
  shipping: group({
    flat: { ...dollars('Flat amount', 0, 500, 'Shipping is 0.00 to 500.00 dollars'), column: 'flatCents' },
    freeFrom: {
      ...optional(dollars('Free from', 0.01, 100_000, 'The threshold is 0.01 to 100,000 dollars, or empty')),
      column: 'freeFromCents',
      hint: 'Empty: never free',
    },
    handlingDays: {
      ...optional(
        whole('Business days until a parcel leaves', 1, 30, 'A parcel leaves within 1 to 30 business days, or empty'),
      ),
      hint: 'Buyers read the day; federal holidays do not count. Empty: no day is promised',
    },
    cutOffHour: {
      ...optional(whole('Hour after which the next day counts', 1, 23, 'The hour is 1 to 23, or empty')),
      hint: 'By the shop’s clock: with 14, a payment at 2 p.m. counts as one of the next day. Empty: none',
    },
    countries: {
      ...regionCodes('Countries', countries),
      hint: 'US, CA or MX, with spaces; an address elsewhere is refused',
    },
  }),
  auth: group({
    revealAccounts: {
      ...tick('Say when an address has no account'),
      hint: 'Off: sign-in and reset give everyone the same answer',
    },
    staffSecondFactor: { ...tick('Staff sign in with a second factor'), hint: 'Cannot be off outside a demo' },
  }),
  referral: group({
    rewardTier,
    rewardCredits: whole('How many', 0, 100, 'A reward is 0 to 100 credits'),
  }),
  retail: group({
    states: {
      ...regionCodes('States with a store of yours', states),
      hint: 'Two letters each, with spaces; Rhode Island asks stores to file giveaways over $500',
    },
  }),
  freeEntry: group({
    online: { ...tick('Free entry online'), hint: 'A form on each giveaway’s page, confirmed by e-mail' },
    everyDays: {
      ...whole('Days from one free entry online to the next', 1, 365, 'One free entry in 1 to 365 days'),
      hint: 'Per person and giveaway; the entry limit counts too',
    },
  }),
  draw: group({
    gapSeconds: {
      ...whole('Seconds from the seal to the round', 10, 604_800, GAP),
      hint: 'The list and the secret are public before the round exists',
    },
    longGapSeconds: whole('Seconds for a large prize', 10, 604_800, GAP),
    longGapFrom: { ...dollars('A prize is large from', 0, 10_000_000, PRIZE), column: 'longGapFromCents' },
    marginSeconds: {
      ...whole('Seconds before the round for witnesses', 1, 86_400, 'The margin is 1 second to 1 day'),
      hint: 'A seal that they confirm later moves the draw by a day',
    },
    twoPersonsFrom: {
      column: 'twoPersonsFromCents',
      ...dollars('Two persons from', 0, 10_000_000, PRIZE),
      hint: 'A prize of this value, goods, money that goes back of an order, and granted credits. Each keeps its lowest since the giveaway or order began',
    },
    onePersonDesk: {
      ...tick('One person may confirm own cards below that value'),
      hint: 'For a shop of one person, in giveaways that are published while it is on. Their pages count these cards as confirmed by one person',
    },
  }),
  switches: group({
    loadShedding: {
      ...tick('Refuse lists under overload'),
      hint: 'So that checkouts, claims and sign-ins go on; off: every call is taken',
    },
    stockAlerts: {
      ...tick('Tell who waits for a product'),
      hint: 'Off: requests wait, and are answered within a minute of switching on',
    },
    cartReminders: { ...tick('Remind of carts'), hint: 'Off: no reminder leaves' },
  }),
  contact: group({
    company: { ...line('Company', 100, 'The company is required'), hint: 'Runs the store and sponsors the giveaways' },
    privacyEmail: email('Privacy e-mail'),
    hours: line('Support hours', 120, 'Support hours are required'),
    address: {
      ...lines('Postal address', 'The postal address is required'),
      hint: 'Under the company’s name, as on a letter',
    },
    mailIn: {
      ...lines('Address for mail-in entries', 'The address for mail-in entries is required'),
      hint: 'With the addressee',
    },
  }),
}
