import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { type Band, bandProblems } from '#kernel/shipping/rates/bands.ts'
import { gramsInWords } from '#kernel/shipping/rates/in-words.ts'
import { MEASURES, type Measure } from '#kernel/shipping/rates/rates.ts'
import { POSTAL_STATES } from '#kernel/shipping/us-states.ts'
import { dollarInput } from '#kernel/values/inputs/decimals.ts'
import { ifMissing, missingOrWrong } from '#kernel/values/inputs/field-sentences.ts'
import { requiredLine } from '#kernel/values/inputs/texts.ts'
import { formatMoney, toCents, toDollars } from '#kernel/values/money.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'

export const SHIPPING_ERRORS = {
  state_taken: conflict('A state lies in one zone only. {places}'),
} as const satisfies ErrorTable

export const NAME_LENGTH = 60
export const METHODS = 12
const BANDS = 30
const MAX_GRAMS = 1_000_000
const MAX_DOLLARS = 100_000

/** A measure in the API: grams, or dollars of the goods. It is stored in grams or cents. */
export const toStored = (measure: Measure, value: number): number => (measure === 'value' ? toCents(value) : value)
export const toShown = (measure: Measure, value: number): number => (measure === 'value' ? toDollars(value) : value)
/** A stored measure in words. */
export const measureInWords = (measure: Measure, value: number): string =>
  measure === 'value' ? formatMoney(value) : gramsInWords(value)

const amount = dollarInput([0, 10_000], {
  missing: 'The price is required: 0 for free',
  wrong: 'The price must be a number such as 9.90',
  low: 'The price cannot be negative',
  high: 'The price cannot be more than 10,000 dollars',
  steps: 'The price can have at most two decimals',
})
const NUMBER = missingOrWrong('Please give a number', 'This must be a number such as 500')
const MOST = 'A band ends at 1,000,000 or below'
const ONE_BAND = 'A flat price has one band, from 0 and without an end'
const BandInput = strictModel('ShippingBandInput', {
  /** Grams or dollars, as the measure of the method says. The first band begins at 0. */
  from: z.number(NUMBER).min(0, 'A band begins at 0 or above').max(MAX_GRAMS, MOST),
  /** The first measure that the band does not have. Null: without an end. */
  below: z.number(NUMBER).max(MAX_GRAMS, MOST).nullable(),
  /** Dollars. */
  amount,
})

const day = (label: string) =>
  z
    .int(missingOrWrong(`${label} is required`, `${label} must be a whole number of business days`))
    .min(0, `${label} cannot be negative`)
    .max(90, `${label} cannot be more than 90 business days`)

const MethodInput = strictModel('ShippingMethodInput', {
  /** Of a stored method, which it changes. */
  id: z.uuid().optional(),
  name: requiredLine('Please name the method', NAME_LENGTH),
  measure: z.enum(MEASURES, ifMissing('Please choose what the price depends on')),
  bands: z.array(BandInput).min(1, 'A method needs a price').max(BANDS, `At most ${BANDS} bands`),
  /** Dollars of the goods after the discount, from which the method is free. Null: never. */
  freeFrom: dollarInput([0.01, MAX_DOLLARS], {
    wrong: 'The threshold must be a number such as 75',
    low: 'The threshold is 0.01 or more. Leave it empty for never',
    high: 'The threshold cannot be more than 100,000 dollars',
    steps: 'The threshold can have at most two decimals',
  }).nullable(),
  /** Grams of the packaging, once an order. */
  tareGrams: z
    .int(missingOrWrong('The packaging needs a weight: 0 for none', 'The packaging must be a whole number of grams'))
    .min(0, 'The packaging cannot weigh less than 0')
    .max(100_000, 'The packaging cannot weigh more than 100,000 grams')
    .default(0),
  /** Business days on the way. Null: no day is promised. */
  daysFrom: day('The first day').nullable().default(null),
  daysTo: day('The last day').nullable().default(null),
}).superRefine(({ measure, bands, daysFrom, daysTo }, ctx) => {
  const problem = (message: string, ...path: (string | number)[]) => ctx.addIssue({ code: 'custom', path, message })
  if ((daysFrom === null) !== (daysTo === null))
    problem('Give both days, or none', daysFrom === null ? 'daysFrom' : 'daysTo')
  else if (daysFrom !== null && daysTo! < daysFrom) problem('The last day is not before the first', 'daysTo')
  if (bands.length === 0) return
  if (measure === 'flat') {
    const { from, below } = bands[0]!
    if (bands.length > 1) problem(ONE_BAND, 'bands')
    else if (from !== 0) problem(ONE_BAND, 'bands', 0, 'from')
    else if (below !== null) problem(ONE_BAND, 'bands', 0, 'below')
    return
  }
  for (const [at, band] of bands.entries())
    for (const end of ['from', 'below'] as const) {
      const found = endProblem(measure, band[end])
      if (found) problem(found, 'bands', at, end)
    }
  const stored = bands.map(band => storedBand(measure, band))
  for (const [at, sentence] of bandProblems(stored, value => measureInWords(measure, value)))
    problem(sentence, 'bands', at, sentence.startsWith('This band') ? 'below' : 'from')
})
export type MethodInput = z.output<typeof MethodInput>

function endProblem(measure: Measure, end: number | null): string | undefined {
  if (end === null) return undefined
  if (measure === 'value')
    return end > MAX_DOLLARS
      ? 'A band ends at 100,000 dollars or below'
      : Math.abs(end * 100 - toCents(end)) > 1e-6
        ? 'Dollars can have at most two decimals'
        : undefined
  if (!Number.isInteger(end)) return 'A weight is a whole number of grams'
  return end > MAX_GRAMS ? 'A band ends at 1,000,000 grams or below' : undefined
}

export const storedBand = (measure: Measure, { from, below, amount }: z.output<typeof BandInput>): Band => ({
  from: toStored(measure, from),
  below: below === null ? null : toStored(measure, below),
  cents: toCents(amount),
})

const isEachOnce = (values: readonly string[]) => new Set(values).size === values.length

const NO_METHOD = 'Nothing could be sent to this zone. Give it a method, or say that you do not ship there'
const zone = {
  name: requiredLine('Please name the zone', NAME_LENGTH),
  /** Postal codes. A state lies in one zone. */
  states: z.array(z.enum(POSTAL_STATES)).min(1, 'Please choose a state').refine(isEachOnce, 'Each state once'),
  /** False: nothing is sent there. */
  isServed: z.boolean().default(true),
  methods: z
    .array(MethodInput)
    .max(METHODS, `At most ${METHODS} methods`)
    .refine(methods => isEachOnce(methods.flatMap(({ id }) => id?.toLowerCase() ?? [])), 'Each method once'),
}
type Served = { isServed: boolean; methods: readonly unknown[] }
const hasMethod = ({ isServed, methods }: Served) => !isServed || methods.length > 0

/** The body of `POST /api/admin/shipping/zones`. */
export const ZoneBody = strictModel('ShippingZoneBody', zone).refine(hasMethod, { path: ['methods'], error: NO_METHOD })
export type ZoneInput = z.output<typeof ZoneBody>
/** The body of `PATCH /api/admin/shipping/zones/{id}`: the zone whole, and the version that was read. */
export const ZoneChange = strictModel('ShippingZoneChange', {
  ...zone,
  version: z.int().min(1).max(1_000_000_000).optional(),
}).refine(hasMethod, { path: ['methods'], error: NO_METHOD })

const AdminMethod = z.object({
  id: z.string(),
  name: z.string(),
  measure: z.enum(MEASURES),
  bands: z.array(z.object({ from: z.number(), below: z.number().nullable(), amount: z.number() })),
  freeFrom: z.number().nullable(),
  tareGrams: z.int(),
  daysFrom: z.int().nullable(),
  daysTo: z.int().nullable(),
})
export const AdminZone = model('ShippingZone', {
  id: z.string(),
  name: z.string(),
  states: z.array(z.enum(POSTAL_STATES)),
  isServed: z.boolean(),
  methods: z.array(AdminMethod),
  version: z.int(),
  updatedAt: z.iso.datetime(),
})
export type AdminZone = z.infer<typeof AdminZone>

export const AdminZones = model('ShippingZones', {
  zones: z.array(AdminZone),
  /** The states of no zone, which have the flat amount of the settings. */
  rest: z.object({ states: z.array(z.enum(POSTAL_STATES)), amount: z.number(), freeFrom: z.number().nullable() }),
  /** Variants for sale without a weight. A method by weight cannot price a cart with one. */
  unweighed: z.int(),
})
export type AdminZones = z.infer<typeof AdminZones>
