import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import type { Settings } from '#kernel/settings.ts'
import { badRequest, conflict, type ErrorTable } from '#platform/errors.ts'
import { GROUPED, SINGLE } from './setting-fields.ts'

export const SETTINGS_ERRORS = {
  nothing_to_change: badRequest('Please name at least one setting.'),
  accent_contrast: badRequest(
    'This accent cannot be read in both themes. The nearest colour that can is {suggestion}.',
  ),
} as const satisfies ErrorTable

export const SENDER_ERRORS = {
  no_sender: conflict('Please save an address of the sender first.'),
} as const satisfies ErrorTable

const { minimumAge, mailInHours, supportEmail } = SINGLE.input
const groups = {
  brand: z.strictObject(GROUPED.brand.input),
  place: z.strictObject(GROUPED.place.input),
  sender: z.strictObject(GROUPED.sender.input),
  minimumAge,
  premium: z.strictObject(GROUPED.premium.input),
  fee: z.strictObject(GROUPED.fee.input),
  pricing: z.strictObject(GROUPED.pricing.input),
  tax: z.strictObject(GROUPED.tax.input),
  shipping: z.strictObject(GROUPED.shipping.input),
  auth: z.strictObject(GROUPED.auth.input),
  referral: z.strictObject(GROUPED.referral.input),
  mailInHours,
  retail: z.strictObject(GROUPED.retail.input),
  freeEntry: z.strictObject(GROUPED.freeEntry.input),
  draw: z.strictObject(GROUPED.draw.input),
  switches: z.strictObject(GROUPED.switches.input),
  supportEmail,
  contact: z.strictObject(GROUPED.contact.input),
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

type Part<T> = T extends object ? { [N in keyof T]?: T[N] | undefined } : T
const parts = Object.entries(groups).map(([name, schema]) => [
  name,
  (schema instanceof z.ZodObject ? schema.partial() : schema).optional(),
])

/** The fields to change, per group. A field sent with its current value is confirmed as reviewed. */
const change = {
  settings: z.strictObject(
    Object.fromEntries(parts) as { [N in SettingsGroup]: z.ZodOptional<z.ZodType<Part<ShopSettings[N]>>> },
  ),
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

/** What the DNS says about e-mails of the sender. `failed`: receivers refuse them or cannot prove them. */
export const SenderCheck = z.object({
  id: z.enum(['domain', 'spf', 'dkim', 'dmarc']),
  state: z.enum(['ok', 'warning', 'failed']),
  message: z.string(),
})
export type SenderCheck = z.infer<typeof SenderCheck>
export const SenderChecks = model('SenderChecks', {
  sender: z.object({ name: z.string(), address: z.string() }),
  /** SPF, DKIM and DMARC; or the domain alone, where that cannot have them. */
  checks: z.array(SenderCheck),
})
export type SenderChecks = z.infer<typeof SenderChecks>

export const TestEmailSent = model('TestEmailSent', {
  /** `refused`: the mail server does not take it. `waiting`: it has not left yet. */
  state: z.enum(['sent', 'refused', 'waiting']),
  message: z.string(),
})
export type TestEmailSent = z.infer<typeof TestEmailSent>

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

const FOR_STAFF = {
  sender: true,
  tax: true,
  auth: true,
  referral: true,
  draw: true,
  switches: true,
  retail: true,
} as const

const MenuEntries = z.array(z.object({ label: z.string(), href: z.string() })).readonly()

/** The public settings. */
export const ShownSettings = z
  .object({ ...groups, fee: groups.fee.pick({ rate: true }) })
  .omit(FOR_STAFF)
  .extend({
    /** False until the owner opens a new shop. */
    isOpen: z.boolean(),
    /** Left out while staff chose none. */
    menus: z.object({ header: MenuEntries, footer: MenuEntries }).optional(),
    /** The bar above the header now. `key` is another one for other words. */
    announcement: z
      .object({ key: z.string(), text: z.string(), href: z.string(), endsAt: z.iso.datetime() })
      .optional(),
  })
  .meta({ id: 'PublicSettings' })

type Table = { valuesOfRow: (stored: never) => unknown; columnsOf: (values: never) => unknown }

/** The settings, with each group as its table converts it. */
const converted = (settings: object, convert: (table: Table, group: never) => unknown) => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(GROUPED).map(([name, table]) => [name, convert(table, settings[name as never])]),
  ),
})

/** What the opening decides, which no change of settings can. */
type Opened = 'isOpen'

/** Stored form to API form. */
export const toShown = ({ isOpen, ...settings }: Settings) =>
  converted(settings, (table, group) => table.valuesOfRow(group)) as unknown as ShopSettings

/** API form to stored form. */
export const toStored = (settings: ShopSettings) =>
  converted(settings, (table, group) => table.columnsOf(group)) as unknown as Omit<Settings, Opened>

/** The public part of the settings. */
export function toPublic(settings: Settings) {
  const shown = Object.entries(toShown(settings)).filter(([group]) => !(group in FOR_STAFF))
  const { isOpen, fee } = settings
  return { ...Object.fromEntries(shown), fee: { rate: fee.rate }, isOpen } as z.infer<typeof ShownSettings>
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
