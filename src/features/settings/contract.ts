import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import type { Settings } from '#kernel/settings.ts'
import { COUNTRIES } from '#kernel/shipping/countries.ts'
import { ifMissing, ifWrong, missingOrWrong } from '#kernel/values/inputs/field-sentences.ts'
import { requiredLine } from '#kernel/values/inputs/texts.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { badRequest, type ErrorTable } from '#platform/errors.ts'
import { dollars, rate, whole } from './setting-numbers.ts'

export const SETTINGS_ERRORS = {
  nothing_to_change: badRequest('Please name at least one setting.'),
} as const satisfies ErrorTable

const STATES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
/** The states that an order can be taxed in, and the District of Columbia. */
export const TAX_STATES = STATES.split(' ')

const line = (max: number, missing: string) => requiredLine(missing, max, `At most ${max} characters`)
const lines = (missing: string) =>
  z.array(line(100, missing), ifMissing(missing)).min(1, missing).max(8, 'At most 8 lines')
const email = z
  .string(ifMissing('Invalid email format'))
  .trim()
  .max(200, { error: 'At most 200 characters', abort: true })
  .toLowerCase()
  .pipe(z.email('Invalid email format'))
const state = z.enum(
  TAX_STATES as [string, ...string[]],
  missingOrWrong('Please choose a state', 'Please name a state by its two letters'),
)
const isOnce = (named: readonly string[]) => new Set(named).size === named.length
const states = z.array(state).max(51, 'At most 51 states').refine(isOnce, 'Each state once')

const premium = z.strictObject({
  monthlyPrice: dollars(0.5, 999.99, 'The price is 0.50 to 999.99 dollars a month'),
  monthlyBenefit: z.enum(['bronze-credit', 'bonus-entries'], ifMissing('Please choose a benefit')),
  earlyAccessHours: whole(0, 336, 'Early access is 0 to 336 whole hours'),
})
const fee = z.strictObject({
  rate: rate(0.2, 'The fee is 0 to 20 percent'),
  clientShare: rate(1, 'The share is 0 to 100 percent'),
})
const pricing = z.strictObject({
  display: z.enum(['apart', 'all-in'], ifMissing('Please choose how prices are shown')),
})
const tax = z.strictObject({
  mode: z.enum(['fixed', 'destination'], ifMissing('Please choose how tax is calculated')),
  state,
  rate: rate(0.2, 'The tax rate is 0 to 20 percent'),
  nexusStates: states,
})
const shipping = z.strictObject({
  flat: dollars(0, 500, 'Shipping is 0.00 to 500.00 dollars'),
  freeFrom: dollars(0.01, 100_000, 'The threshold is 0.01 to 100,000 dollars, or empty').nullable(),
  handlingDays: whole(1, 30, 'A parcel leaves within 1 to 30 business days, or empty').nullable(),
  countries: z
    .array(
      z.enum(COUNTRIES, ifWrong('Please name countries as US, CA or MX')),
      ifMissing('Name at least one country to ship to'),
    )
    .min(1, 'Name at least one country to ship to')
    .refine(isOnce, 'Each country once'),
})
const auth = z.strictObject({ revealAccounts: z.boolean(), staffSecondFactor: z.boolean() })
const referral = z.strictObject({
  rewardTier: z.enum(TIERS, ifMissing('Please choose a tier')).nullable(),
  rewardCredits: whole(0, 100, 'A reward is 0 to 100 credits'),
})
const draw = z.strictObject({
  gapSeconds: whole(10, 604_800, 'The round comes 10 seconds to 7 days after the seal'),
  longGapSeconds: whole(10, 604_800, 'The round comes 10 seconds to 7 days after the seal'),
  longGapFrom: dollars(0, 10_000_000, 'A prize value is 0 to 10,000,000 dollars'),
  marginSeconds: whole(1, 86_400, 'The margin is 1 second to 1 day'),
  twoPersonsFrom: dollars(0, 10_000_000, 'A prize value is 0 to 10,000,000 dollars'),
  onePersonDesk: z.boolean(),
})
const freeEntry = z.strictObject({
  online: z.boolean(),
  everyDays: whole(1, 365, 'One free entry in 1 to 365 days'),
})
const switches = z.strictObject({ loadShedding: z.boolean(), stockAlerts: z.boolean(), cartReminders: z.boolean() })
const contact = z.strictObject({
  company: line(100, 'The company is required'),
  privacyEmail: email,
  hours: line(120, 'Support hours are required'),
  address: lines('The postal address is required'),
  mailIn: lines('The address for mail-in entries is required'),
})

const groups = {
  minimumAge: whole(18, 99, 'The minimum age is 18 to 99'),
  premium,
  fee,
  pricing,
  tax,
  shipping,
  auth,
  referral,
  mailInHours: whole(24, 1440, 'Mail-in entries count for 1 to 60 days').multipleOf(
    24,
    'Whole days: a multiple of 24 hours',
  ),
  retail: z.strictObject({ states }),
  freeEntry,
  draw,
  switches,
  supportEmail: email,
  contact,
}

/** All current settings, money in dollars. Groups have the names of `Settings`. */
export const ShopSettings = z
  .strictObject(groups)
  .superRefine(({ tax, referral, draw }, check) => {
    if (draw.marginSeconds >= Math.min(draw.gapSeconds, draw.longGapSeconds))
      check.addIssue({
        code: 'custom',
        path: ['draw', 'marginSeconds'],
        message: 'The margin is shorter than each gap',
      })
    if (tax.mode === 'destination' && tax.nexusStates.length === 0)
      check.addIssue({
        code: 'custom',
        path: ['tax', 'nexusStates'],
        message: 'Name at least one state to collect tax in',
      })
    if (referral.rewardTier && referral.rewardCredits === 0)
      check.addIssue({ code: 'custom', path: ['referral', 'rewardCredits'], message: 'A reward is at least 1 credit' })
  })
  .meta({ id: 'ShopSettings' })
export type ShopSettings = z.infer<typeof ShopSettings>
export type SettingsGroup = keyof ShopSettings
export const GROUPS = Object.keys(groups) as SettingsGroup[]

/** The fields to change, per group. A field sent with its current value is confirmed as reviewed. */
const change = {
  settings: z.strictObject({
    minimumAge: groups.minimumAge.optional(),
    premium: premium.partial().optional(),
    fee: fee.partial().optional(),
    pricing: pricing.partial().optional(),
    tax: tax.partial().optional(),
    shipping: shipping.partial().optional(),
    auth: auth.partial().optional(),
    referral: referral.partial().optional(),
    mailInHours: groups.mailInHours.optional(),
    retail: groups.retail.partial().optional(),
    freeEntry: freeEntry.partial().optional(),
    draw: draw.partial().optional(),
    switches: switches.partial().optional(),
    supportEmail: email.optional(),
    contact: contact.partial().optional(),
  }),
}
export const SettingsPreviewBody = z.strictObject(change)
export const SettingsChangeBody = z.strictObject({
  /** The version that was read; left out, any stored version is changed. */
  version: z.int().min(1).optional(),
  reason: z.string().trim().max(500, 'At most 500 characters').optional(),
  ...change,
})
export type SettingsChange = z.infer<typeof SettingsChangeBody>['settings']

const ChosenBy = z.object({
  at: z.iso.datetime(),
  /** Null: the shop itself. `name` is null when the account no longer exists. */
  by: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
})

export const AdminSettings = model('AdminSettings', {
  version: z.int(),
  settings: ShopSettings,
  defaults: ShopSettings,
  /** Who last set each group; a group that was never set is missing. */
  chosen: z.partialRecord(z.enum(GROUPS as [SettingsGroup, ...SettingsGroup[]]), ChosenBy),
  /** Hints for an owner that the settings alone do not show. */
  notes: z.array(z.string()),
})
export type AdminSettings = z.infer<typeof AdminSettings>

const priced = z.object({
  subtotal: z.number(),
  fee: z.number(),
  shipping: z.number(),
  tax: z.number(),
  total: z.number(),
})
export const SettingsEffect = model('SettingsEffect', {
  /** Example carts in words, with their price before and after, in dollars. */
  carts: z.array(z.object({ name: z.string(), before: priced, after: priced })),
  /** Other effects, one sentence each. */
  follows: z.array(z.string()),
})
export type SettingsEffect = z.infer<typeof SettingsEffect>

/** The public settings. */
export const ShownSettings = z
  .object({ ...groups, fee: fee.pick({ rate: true }) })
  .omit({ tax: true, auth: true, referral: true, draw: true, switches: true, retail: true })
  .meta({ id: 'PublicSettings' })

/** Stored form to API form. */
export const toShown = ({
  premium,
  shipping,
  tax,
  contact,
  draw: { longGapFromCents, twoPersonsFromCents, ...draw },
  ...rest
}: Settings): ShopSettings => ({
  ...rest,
  draw: { ...draw, longGapFrom: toDollars(longGapFromCents), twoPersonsFrom: toDollars(twoPersonsFromCents) },
  premium: {
    monthlyPrice: toDollars(premium.monthlyCents),
    monthlyBenefit: premium.monthlyBenefit,
    earlyAccessHours: premium.earlyAccessHours,
  },
  shipping: {
    flat: toDollars(shipping.flatCents),
    freeFrom: shipping.freeFromCents === null ? null : toDollars(shipping.freeFromCents),
    handlingDays: shipping.handlingDays,
    countries: [...shipping.countries],
  },
  tax: { ...tax, nexusStates: [...tax.nexusStates] },
  retail: { states: [...rest.retail.states] },
  contact: { ...contact, address: [...contact.address], mailIn: [...contact.mailIn] },
})

/** API form to stored form. */
export const toStored = ({
  premium: { monthlyPrice, ...premium },
  shipping: { flat, freeFrom, ...shipping },
  draw: { longGapFrom, twoPersonsFrom, ...draw },
  ...rest
}: ShopSettings): Settings => ({
  ...rest,
  draw: { ...draw, longGapFromCents: toCents(longGapFrom), twoPersonsFromCents: toCents(twoPersonsFrom) },
  premium: { ...premium, monthlyCents: toCents(monthlyPrice) },
  shipping: {
    flatCents: toCents(flat),
    freeFromCents: freeFrom === null ? null : toCents(freeFrom),
    ...shipping,
  },
})

/** The public part of the settings. */
export function toPublic(settings: Settings): z.infer<typeof ShownSettings> {
  const {
    tax: _tax,
    auth: _auth,
    referral: _referral,
    draw: _draw,
    switches: _switches,
    retail: _retail,
    fee,
    ...rest
  } = toShown(settings)
  return { ...rest, fee: { rate: fee.rate } }
}

/** The settings with changed fields, per group. */
export function withChange(settings: ShopSettings, change: SettingsChange): ShopSettings {
  const changed = Object.entries(change).filter(([, value]) => value !== undefined)
  const groupsAfter = changed.map(([name, value]) => {
    const before = settings[name as SettingsGroup]
    return [name, typeof before === 'object' ? { ...before, ...(value as object) } : value]
  })
  return { ...settings, ...Object.fromEntries(groupsAfter) }
}

/** All fields by dotted name, as used by the audit log and the list of unsaved changes. */
export const fieldsOf = (settings: Partial<ShopSettings>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([group, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([field, own]) => [`${group}.${field}`, own])
        : [[group, value]],
    ),
  )
