import type { Selectable } from 'kysely'
import { z } from 'zod'
import { AS_IS, choice, flag, type Kind, moment, requiredText as requiredKind } from '#kernel/fields/field-kinds.ts'
import { fieldIn, fieldTable } from '#kernel/fields/field-table.ts'
import { type Region, STATES } from '#kernel/shipping/us-states.ts'
import { isoOf, localOf } from '#kernel/values/clock/local-moment.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { wholeDollarInput } from '#kernel/values/inputs/decimals.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { momentInput } from '#kernel/values/shop-day-input.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import type { Giveaway as GiveawayTable, Json } from '#platform/db/tables.ts'
import { EligibleStates, OwnMinimumAge } from './eligibility/contract.ts'
import { statesInWords } from './eligibility/rules.ts'

export const REQUIRED = 'Please fill in all required fields'
export const Moment = momentInput('Enter a date and time.')
const ImageRef = z.string().regex(/^s3:(giveaways|products)\/[A-Za-z0-9/_-]{1,200}$/, 'Upload the image first.')

/** An empty text, as an empty form sends it, and the logo plate name no picture. */
const NO_IMAGE = ['', '/logo-plate.svg'] as const

/** The reference of a main picture; null for none, undefined when none is named. */
export const pictureIn = (image: string | null | undefined) =>
  NO_IMAGE.some(none => none === image) ? undefined : (image as string | null | undefined)

const longText = (label: string, maxLength: number) => ({
  ...requiredKind(label, maxLength),
  input: requiredText(REQUIRED, maxLength, `${label} must be ${maxLength} characters or less`),
})

type Digits<T> = { input: z.ZodType<T>; initial: T; blank: string; empty: T }

/** Digits. A text that is no whole number becomes NaN, which the schema refuses. `empty` is the value of an empty field. */
const digits = <T extends number | null>(label: string, { empty, ...rest }: Digits<T>): Kind<T, string, T> => ({
  ...AS_IS,
  ...rest,
  label,
  inputMode: 'numeric',
  shown: rest.input,
  typedOf: value => (value === null ? '' : String(value)),
  valueOf(typed) {
    const text = typed.trim()
    if (!text) return empty
    return (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN) as T
  },
})

const value: Kind<number, string, number> = {
  ...digits<number>('Value in dollars', {
    input: wholeDollarInput([0, 10_000_000], {
      wrong: 'Enter whole dollars.',
      low: 'Enter whole dollars, 0 or more.',
      high: 'Enter 10,000,000 dollars or less.',
    }),
    initial: 0,
    blank: '0',
    empty: 0,
  }),
  toStore: toCents,
  fromStore: toDollars,
  said: typed => `$${typed}`,
}

const slots = digits<number>('Total slots', {
  input: z.int(ifWrong('Enter a whole number.')).min(1, 'At least 1 slot.').max(100_000, 'At most 100,000 slots.'),
  initial: 100,
  blank: '100',
  empty: 100,
})

/** Null leaves it to the tier. An empty field means 5. */
const entryLimit = digits<number | null>('Entry limit for each person', {
  input: z
    .int(ifWrong('Enter a whole number.'))
    .min(1, 'The entry limit is 1 or more.')
    .max(50, 'The entry limit is 50 or less.')
    .nullable(),
  initial: null,
  blank: '5',
  empty: 5,
})

/** A moment that a giveaway always has. A new one defaults to now, and its early access to the lead time in the settings. */
const always = (label: string): Kind<string, string, Date, undefined> => ({
  label,
  shown: Moment,
  input: Moment,
  initial: undefined,
  blank: '',
  toStore: value => new Date(value),
  fromStore: stored => stored.toISOString(),
  typedOf: value => localOf(new Date(value)),
  // Left out when it is empty, as the body of a new giveaway may; the form asks for the start itself.
  valueOf: typed => (typed ? isoOf(typed) : undefined) as string,
  said: typed => formatMoment(new Date(typed)),
})

const end: Kind<string | null, string, Date | null> = {
  ...moment('End date'),
  input: Moment.nullable(),
  said: typed => (typed ? formatMoment(new Date(typed)) : 'when it is sold out'),
}

/** The main picture alone, for clients that name one. It is stored as the first of `images`. */
const image: Kind<string | null, string | null, string | null, undefined> = {
  ...AS_IS,
  label: 'Main picture',
  shown: z.string().nullable(),
  input: z.union([ImageRef, z.literal(NO_IMAGE)]).nullable(),
  initial: undefined,
  blank: null,
}

/** Stored as in the API. The form has both in one list of pictures. */
const images: Kind<string[], string[], string[]> = {
  ...AS_IS,
  label: 'Images',
  shown: z.array(z.string()),
  input: z.array(ImageRef).max(12, 'At most 12 images.'),
  initial: [],
  blank: [],
}

type Alts = Record<string, string>

/** Alternative texts by image reference. */
const imageAlts: Kind<Alts, Alts, Json> = {
  ...AS_IS,
  label: 'Alternative texts',
  shown: z.record(z.string(), z.string()),
  input: z.record(ImageRef, z.string().trim().max(300, 'At most 300 characters.')),
  initial: {},
  blank: {},
  toStore: alts => JSON.stringify(alts),
  fromStore: stored => stored as Alts,
}

const states: Kind<Region[], Region[], Region[]> = {
  ...AS_IS,
  label: 'States',
  shown: EligibleStates,
  input: EligibleStates,
  initial: STATES,
  blank: STATES,
  said: statesInWords,
}

export const tick = (label: string) => ({ ...flag(label, false), input: z.boolean() })

type Row = Omit<Selectable<GiveawayTable>, 'eligible_states'> & { eligible_states: Region[] }
const field = fieldIn<Row>()

/** What shoppers see. */
export const PUBLIC_FIELDS = {
  title: field('title', longText('Title', 120)),
  description: field('description', longText('Description', 5000)),
  tier: field('tier', { ...choice('Tier', TIERS), input: z.enum(TIERS, ifMissing('Choose a tier')) }),
  /** Whole dollars. */
  value: field('value_cents', value, { called: 'value' }),
  totalSlots: field('total_slots', slots),
  entryLimit: field('entry_limit', entryLimit, { called: 'entry limit', hint: '1 to 50; empty is 5' }),
  startDate: field('starts_at', always('Start date')),
  endDate: field('ends_at', end, { hint: 'Empty: open until it is sold out' }),
  earlyAccessDate: field('early_access_at', always('Early access date')),
  image,
  images: field('images', images),
  imageAlts: field('image_alts', imageAlts),
  /** Defaults to the tier. */
  category: field('category', { ...requiredKind('Category', 60), input: requiredText('Category is required', 60) }),
  subscriptionVisibilityOnly: field('subscription_visibility_only', tick('Only members see it'), {
    called: 'who sees it',
    hint: 'Everyone sees it once it is drawn.',
  }),
  eligibleStates: field('eligible_states', states),
  minimumAge: field(
    'minimum_age',
    digits<number | null>('Minimum age', { input: OwnMinimumAge, initial: null, blank: '', empty: null }),
  ),
}

/** Who is told of it; for staff alone. */
export const NOTICE_FIELDS = {
  sendPremiumEmails: field('send_premium_emails', tick('E-mail members'), { called: 'e-mails to members' }),
  sendFreeUserEmails: field('send_free_user_emails', tick('E-mail free users'), { called: 'e-mails to free users' }),
  sendPremiumSMS: field('send_premium_sms', tick('Text members'), { called: 'texts to members' }),
  sendFreeUserSMS: field('send_free_user_sms', tick('Text free users'), { called: 'texts to free users' }),
}

/**
 * The one description of a giveaway's fields. From it follow the schemas of bodies, the columns that are read and written, the values of
 * answers and of the form, and the record in the audit log.
 */
export const GIVEAWAY = fieldTable({ ...PUBLIC_FIELDS, ...NOTICE_FIELDS })
export const PUBLIC = fieldTable(PUBLIC_FIELDS)
export const NOTICES = fieldTable(NOTICE_FIELDS)
