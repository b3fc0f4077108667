import type { PostalState } from '#kernel/shipping/us-states.ts'
import type { Cents } from '#kernel/values/money.ts'
import { type Band, bandOf } from './bands.ts'

/** What the bands of a method measure: nothing, the weight in grams, or the value of the goods in cents after the discount and before tax. */
export const MEASURES = ['flat', 'weight', 'value'] as const
export type Measure = (typeof MEASURES)[number]

export type Method = {
  id: string
  name: string
  measure: Measure
  /** Without a gap, from 0. A flat price is one band without an end. */
  bands: readonly Band[]
  /** Goods of this value or more ship free; null never. */
  freeFromCents: Cents | null
  /** Grams of the packaging, once an order. */
  tareGrams: number
  /** Business days on the way; null promises no day. */
  days: { from: number; to: number } | null
}

/** States that share their methods. A state lies in one zone at most. Without a method nothing is sent there. */
export type Zone = { id: string; name: string; states: readonly PostalState[]; methods: readonly Method[] }

export type ParcelLine = { name: string; quantity: number /** Null: not known. */; weightGrams: number | null }
/** Goods on their way to one address. `netCents` is their value after the discount. */
export type Parcel = { netCents: Cents; lines: readonly ParcelLine[] }

export type Rate = { method: Method; cents: Cents }
/** Why a method has no price for a parcel. `line` is the first one without a weight, or the heaviest. */
export type Unserved =
  | { method: Method; reason: 'no_weight'; line: ParcelLine }
  | { method: Method; reason: 'too_heavy'; line: ParcelLine; grams: number; limit: number }
  | { method: Method; reason: 'too_dear'; limit: Cents }

const endOf = (method: Method): number => method.bands.at(-1)?.below ?? Number.POSITIVE_INFINITY

/** The grams of a line. Quantity counts once. */
const gramsOf = ({ quantity, weightGrams }: ParcelLine): number => quantity * (weightGrams ?? 0)

/** The price of one method for a parcel, or why it has none. A weight that is not known is never taken for 0. */
export function rateOf(method: Method, { netCents, lines }: Parcel): Rate | Unserved {
  const unweighed = lines.find(({ weightGrams }) => weightGrams === null)
  if (method.measure === 'weight' && unweighed) return { method, reason: 'no_weight', line: unweighed }
  const grams = method.tareGrams + lines.reduce((sum, line) => sum + gramsOf(line), 0)
  const band = bandOf(method.bands, { flat: 0, weight: grams, value: netCents }[method.measure])
  if (band) {
    const isFree = method.freeFromCents !== null && netCents >= method.freeFromCents
    return { method, cents: isFree ? 0 : band.cents }
  }
  const limit = endOf(method)
  if (method.measure === 'value') return { method, reason: 'too_dear', limit }
  const line = lines.reduce((heaviest, one) => (gramsOf(one) > gramsOf(heaviest) ? one : heaviest))
  return { method, reason: 'too_heavy', line, grams, limit }
}

export const isServed = (rate: Rate | Unserved): rate is Rate => 'cents' in rate
export const isUnserved = (rate: Rate | Unserved): rate is Unserved => 'reason' in rate

/** The prices of the methods that serve a parcel, in the order of the zone. */
export const ratesOf = ({ methods }: Pick<Zone, 'methods'>, parcel: Parcel): Rate[] =>
  methods.map(method => rateOf(method, parcel)).filter(isServed)

/** The rate of the chosen method. Without a choice, and where the chosen one does not serve, the lowest. */
export const chosenRate = (rates: readonly Rate[], methodId: string | undefined): Rate | undefined =>
  rates.find(({ method }) => method.id === methodId) ?? lowestRate(rates)

/** The lowest rate; of two equal ones the first. */
export const lowestRate = (rates: readonly Rate[]): Rate | undefined =>
  rates.reduce<Rate | undefined>((lowest, rate) => (lowest && lowest.cents <= rate.cents ? lowest : rate), undefined)
