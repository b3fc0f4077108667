import type { Selectable } from 'kysely'
import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { flag, type Kind, moment, money, optional, requiredText, text, whole } from '#kernel/fields/field-kinds.ts'
import { fieldIn, fieldTable } from '#kernel/fields/field-table.ts'
import { dollarInput, steppedInput } from '#kernel/values/inputs/decimals.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { percentIn } from '#kernel/values/typed-number.ts'
import type { Coupon as CouponTable } from '#platform/db/tables.ts'

const MAX_DOLLARS = 1_000_000
const MAX_LIMIT = 10_000_000

const sentences = (name: string, max: number, example: string) => ({
  wrong: `${name} must be a number such as ${example}`,
  low: `${name} cannot be negative`,
  high: `${name} cannot be more than ${max}`,
  steps: `${name} can have at most two decimals`,
})
const dollars = (name: string) => dollarInput([0, MAX_DOLLARS], sentences(name, MAX_DOLLARS, '19.90'))

/** A coupon's discount: a percentage of the applicable lines, or dollars. */
export const Discount = model('Discount', { kind: z.enum(['percent', 'flat']), amount: z.number() })
export type Discount = z.infer<typeof Discount>
type TypedDiscount = { kind: Discount['kind']; amount: string }

/** One field for kind and amount, because 15 percent differs from 15 dollars: a merge must never mix two edits. */
const discount: Kind<Discount, TypedDiscount, Discount, undefined> = {
  label: 'Discount',
  shown: Discount,
  input: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('percent'),
      amount: steppedInput(100, [0, 100], sentences('Percent', 100, '15')),
    }),
    z.strictObject({ kind: z.literal('flat'), amount: dollars('Amount') }),
  ]),
  initial: undefined,
  blank: { kind: 'percent', amount: '' },
  toStore: value => value,
  fromStore: stored => stored,
  typedOf: ({ kind, amount }) => ({ kind, amount: kind === 'flat' ? amount.toFixed(2) : String(amount) }),
  // An empty amount is refused, so that a forgotten amount does not create a coupon without discount.
  valueOf: ({ kind, amount }) => ({ kind, amount: percentIn(amount) }),
  said: ({ kind, amount }) => (kind === 'percent' ? `${amount}% off` : `$${amount} off`),
}

const minimum: Kind<number, string, number> = {
  ...money('Minimum'),
  input: dollars('Minimum'),
  initial: 0,
  typedOf: value => (value > 0 ? value.toFixed(2) : ''),
  said: typed => typed && `$${typed}`,
}

const limit = (label: string) => ({
  ...optional(whole(label, MAX_LIMIT)),
  input: z
    .int(ifWrong(`${label} must be a whole number`))
    .min(1, `${label} must be at least 1`)
    .max(MAX_LIMIT, `${label} cannot be more than ${MAX_LIMIT}`)
    .nullable(),
})

const tick = (label: string) => ({ ...flag(label, false), input: z.boolean() })

const tiers: Kind<Tier[], Tier[], Tier[]> = {
  label: 'Tiers',
  shown: z.array(z.enum(TIERS)),
  input: z.array(z.enum(TIERS)).max(TIERS.length, 'At most four tiers'),
  initial: [],
  blank: [],
  toStore: value => [...new Set(value)],
  fromStore: stored => [...stored],
  typedOf: value => [...value],
  valueOf: typed => TIERS.filter(tier => typed.includes(tier)),
  said: typed => typed.join(', '),
}

/** Products by id; the form has their names too. */
const products: Kind<string[], { id: string; name: string }[], string[]> = {
  label: 'Products',
  shown: z.array(z.string()),
  input: z.array(z.uuid(ifWrong('A product must be one of the store'))).max(200, 'At most 200 products'),
  initial: [],
  blank: [],
  toStore: value => [...new Set(value)],
  fromStore: stored => stored,
  typedOf: value => value.map(id => ({ id, name: '' })),
  valueOf: typed => typed.map(({ id }) => id),
  said: typed => typed.map(({ name }) => name).join(', '),
}

const field = fieldIn<Omit<Selectable<CouponTable>, 'tiers'> & { tiers: Tier[] }>()

/**
 * The one description of a coupon's fields. From it follow the schemas of answers and bodies, the columns that are read and written, the
 * values of the form and the names in the history.
 */
export const COUPON = fieldTable({
  code: field('code', {
    ...requiredText('Code', 32),
    input: z
      .string(ifMissing('Code is required'))
      .trim()
      .max(32, { error: 'Code must be 32 characters or less', abort: true })
      .toUpperCase()
      .regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, 'Code needs 3 letters or digits at least; - and _ may stand between them'),
  }),
  /** Stored in two columns. */
  discount,
  note: field(
    'note',
    {
      ...text('Note', 500),
      input: z.string().trim().max(500, 'Note must be 500 characters or less'),
    },
    { hint: 'For staff only' },
  ),
  startsAt: field('starts_at', moment('Start'), { hint: 'Your time; empty: at once' }),
  endsAt: field('ends_at', moment('End'), { hint: 'Your time; empty: never' }),
  /** Minimum price of the goods in dollars, before any discount. */
  minimumSubtotal: field('minimum_cents', minimum, {
    hint: 'What the goods cost at least, before any discount; empty: anything',
  }),
  totalLimit: field('total_limit', limit('Limit in all'), { hint: 'Empty: no limit' }),
  personLimit: field('person_limit', limit('Limit per person'), { hint: 'Empty: no limit' }),
  firstOrderOnly: field('first_order', tick('First order only'), { hint: 'For customers without a paid order' }),
  /** The coupon applies to these tiers and these products; to all goods when both are empty. */
  tiers: field('tiers', tiers),
  productIds: field('product_ids', products),
  combinable: field('combinable', tick('Combinable'), { hint: 'Can be used together with other combinable codes' }),
})

/** Terms that shoppers relied on; they are fixed once the coupon is in use. */
export const TERMS = [
  'code',
  'discount',
  'minimumSubtotal',
  'firstOrderOnly',
  'tiers',
  'productIds',
  'combinable',
] as const
