import { z } from 'zod'
import { brandKeyOf, SHIPPED_MARKS } from '#kernel/brand/brand-picture.ts'
import { AS_IS, type Kind } from '#kernel/fields/field-kinds.ts'
import { isZoneName, US_ZONES } from '#kernel/values/clock/zone-names.ts'
import { dollarInput, steppedInput } from '#kernel/values/inputs/decimals.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { optionalText, requiredLine } from '#kernel/values/inputs/texts.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { numberIn, percentIn } from '#kernel/values/typed-number.ts'
import { ONE_LINE } from '#kernel/values/words/one-line.ts'

/** A kind of setting, typed as text. A text that is no number becomes NaN, which the schema refuses with its sentence. */
export type Setting<V, S = V> = Kind<V, string, S, undefined> & {
  /** Effect of the setting. */
  hint?: string
  control: 'line' | 'lines' | 'choice' | 'switch' | 'colour' | 'picture' | 'zone'
  /** The ground of a picture: the theme that it is shown on. */
  ground?: 'light' | 'dark'
  options?: readonly { value: string; label: string }[]
  /** Its default is invented, and no shop wants it back. */
  isInvented?: boolean
}

/** @param unit puts a typed text in words */
const said = (unit: (typed: string) => string) => (typed: string) =>
  typed === '' ? 'none' : unit(typed).replaceAll('\n', ', ')

type Base<V> = { label: string; input: z.ZodType<V> }
const BASE = { ...AS_IS, initial: undefined, blank: '', control: 'line' as const, said: said(typed => typed) }
const base = <V>(described: Base<V>) => ({ ...BASE, ...described, shown: described.input })

/** The sentences of a range that `words` names. */
const range = (words: string) => ({ low: `${words} (this is too low)`, high: `${words} (this is too high)` })
const rounded = (number: number) => String(Math.round(number * 1e8) / 1e8)

const number = (label: string, input: z.ZodType<number>): Setting<number> => ({
  ...base({ label, input }),
  inputMode: 'numeric',
  typedOf: String,
  valueOf: numberIn,
})

const wholeInput = (least: number, most: number, words: string) => {
  const { low, high } = range(words)
  return z.number(ifWrong(words)).int(words).min(least, low).max(most, high)
}

/** A whole number of a range. */
export const whole = (label: string, least: number, most: number, words: string) =>
  number(label, wholeInput(least, most, words))

/** Hours, typed as days. */
export const days = (label: string, least: number, most: number, words: string): Setting<number> => ({
  ...number(label, wholeInput(least * 24, most * 24, words).multipleOf(24, 'Whole days: a multiple of 24 hours')),
  typedOf: hours => rounded(hours / 24),
  valueOf: typed => numberIn(typed) * 24,
})

/** A rate in steps of a millionth, finer than any published rate; typed in percent. */
export function percent(label: string, most: number, words: string): Setting<number> {
  const sentences = { wrong: 'Please type a number such as 8.25', steps: 'At most four decimals of a percent' }
  return {
    ...number(label, steppedInput(1_000_000, [0, most], { ...sentences, ...range(words) })),
    inputMode: 'decimal',
    typedOf: rate => rounded(rate * 100),
    valueOf: typed => Math.round(percentIn(typed) * 1e6) / 1e8,
    said: said(typed => `${typed}%`),
  }
}

/** Dollars of a range, stored in cents. */
export function dollars(label: string, low: number, high: number, words: string): Setting<number> {
  const sentences = { wrong: 'Please type a number such as 19.90', steps: 'At most two decimals' }
  return {
    ...number(label, dollarInput([low, high], { ...sentences, ...range(words) })),
    inputMode: 'decimal',
    prefix: '$',
    toStore: toCents,
    fromStore: toDollars,
    typedOf: value => value.toFixed(2),
    said: said(typed => `$${typed}`),
  }
}

/** A setting that may stay empty, which means none. */
export const optional = <V, S>(kind: Setting<V, S>): Setting<V | null, S | null> => ({
  ...kind,
  shown: kind.shown.nullable(),
  input: kind.input.nullable(),
  toStore: value => (value === null ? null : kind.toStore(value)),
  fromStore: stored => (stored === null ? null : kind.fromStore(stored)),
  typedOf: value => (value === null ? '' : kind.typedOf(value)),
  valueOf: typed => (typed.trim() === '' ? null : kind.valueOf(typed)),
})

export const tick = (label: string): Setting<boolean> => ({
  ...base({ label, input: z.boolean() }),
  control: 'switch',
  typedOf: value => (value ? 'on' : ''),
  valueOf: typed => typed === 'on',
  said: typed => (typed ? 'On' : 'Off'),
})

/** One of some words, each with its label. @param missing the sentence of an empty choice */
export function choice<T extends string>(label: string, names: Record<T, string>, missing: string): Setting<T> {
  const values = Object.keys(names) as T[]
  return {
    ...base({ label, input: z.enum(values, ifMissing(missing)) as z.ZodType<T> }),
    control: 'choice',
    options: values.map(value => ({ value, label: names[value] })),
    typedOf: value => value,
    valueOf: typed => typed as T,
    said: typed => names[typed as T] ?? typed,
  }
}

const ZONE = 'This time zone is not known. Please choose one of the list, or name it as America/New_York'

/** A time zone by its IANA name. */
export const zone = (label: string): Setting<string> => ({
  ...base({
    label,
    input: z
      .string(ifMissing(ZONE))
      .trim()
      .max(64, { error: 'At most 64 characters', abort: true })
      .refine(isZoneName, ZONE),
  }),
  control: 'zone',
  typedOf: value => value,
  valueOf: typed => typed,
  said: said(typed => US_ZONES[typed]?.long ?? typed),
})

const text = (label: string, input: z.ZodType<string>): Setting<string> => ({
  ...base({ label, input }),
  isInvented: true,
  valueOf: typed => typed.trim(),
})

export const line = (label: string, max: number, missing: string, least = 1) =>
  text(
    label,
    requiredLine(missing, max, `At most ${max} characters`).refine(
      typed => [...typed].length >= least,
      `At least ${least} characters`,
    ),
  )

/** Letters and digits, in capitals however they are typed. */
export const capitals = (label: string, form: RegExp, words: string): Setting<string> => ({
  ...text(label, z.string(ifMissing(words)).trim().toUpperCase().regex(form, words)),
  valueOf: typed => typed.trim().toUpperCase(),
})

const COLOUR = 'Please name a colour as #c8642b'

/** A colour as `#rrggbb`. */
export const colour = (label: string): Setting<string> => ({
  ...text(
    label,
    z
      .string(ifMissing(COLOUR))
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, COLOUR),
  ),
  isInvented: false,
  control: 'colour',
  valueOf: typed => typed.trim().toLowerCase(),
})

const NO_PICTURE = 'A picture is an address that an upload answered, or null'
const brandPicture = z
  .string(ifWrong(NO_PICTURE))
  .max(100, { error: 'At most 100 characters', abort: true })
  .refine(address => brandKeyOf(address) !== undefined || SHIPPED_MARKS.includes(address), NO_PICTURE)

/** A picture of the brand by its address, or none. */
export const picture = (label: string, ground: 'light' | 'dark'): Setting<string | null> => ({
  ...base({ label, input: brandPicture.nullable() }),
  control: 'picture',
  ground,
  isInvented: true,
  typedOf: value => value ?? '',
  valueOf: typed => typed || null,
  said: typed => (typed ? 'a picture' : 'none'),
})

/** A line that may be empty. */
export const optionalLine = (label: string, max: number) =>
  text(label, optionalText(max).regex(ONE_LINE, 'Please write one line'))

const emailInput = z
  .string(ifMissing('Invalid email format'))
  .trim()
  .max(200, { error: 'At most 200 characters', abort: true })
  .toLowerCase()
  .pipe(z.email('Invalid email format'))

export const email = (label: string): Setting<string> => ({
  ...text(label, emailInput),
  inputMode: 'email',
})

const SELECTOR = 'Please write the selector alone: what stands before ._domainkey'

/** A DKIM selector: one or more labels of a name in DNS. */
export const selector = (label: string): Setting<string> =>
  text(
    label,
    z
      .string(ifMissing(SELECTOR))
      .trim()
      .max(63, { error: 'At most 63 characters', abort: true })
      .toLowerCase()
      .regex(/^[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*$/, SELECTOR),
  )

type List<T> = Setting<T[], readonly T[]>

/** The lines of a postal address. */
export const lines = (label: string, missing: string): List<string> => ({
  ...base({
    label,
    input: z
      .array(requiredLine(missing, 100, 'At most 100 characters'), ifMissing(missing))
      .min(1, missing)
      .max(8, 'At most 8 lines'),
  }),
  control: 'lines',
  isInvented: true,
  fromStore: stored => [...stored],
  typedOf: value => value.join('\n'),
  valueOf: typed => partsOf(typed, '\n'),
})

/** True for an https address of a host with a dot, without a user's name in it. */
function isHttpsAddress(typed: string): boolean {
  if (!/^https:\/\/[^\s"'<>\\]+$/i.test(typed) || !URL.canParse(typed)) return false
  const { hostname, username } = new URL(typed)
  return hostname.includes('.') && username === ''
}

const ADDRESS = 'Please write addresses as https://example.com/shop'
const address = z
  .string(ifWrong(ADDRESS))
  .trim()
  .max(200, { error: 'At most 200 characters', abort: true })
  .refine(isHttpsAddress, ADDRESS)

/** Addresses of pages elsewhere, one a line. */
export const addresses = (label: string, most: number): List<string> => ({
  ...base({
    label,
    input: z.array(address).max(most, `At most ${most} addresses`).refine(isOnce, 'Each address once'),
  }),
  control: 'lines',
  isInvented: true,
  fromStore: stored => [...stored],
  typedOf: value => value.join('\n'),
  valueOf: typed => partsOf(typed, '\n'),
})

/** Codes of two letters, typed with spaces between them. */
export const regionCodes = <T extends string>(label: string, input: z.ZodType<T[]>): List<T> => ({
  ...base({ label, input }),
  fromStore: stored => [...stored],
  typedOf: value => value.join(' '),
  valueOf: typed => partsOf(typed.toUpperCase(), /[\s,]+/) as T[],
})

const partsOf = (typed: string, separator: string | RegExp) =>
  typed
    .split(separator)
    .map(part => part.trim())
    .filter(Boolean)

export const isOnce = (named: readonly string[]) => new Set(named).size === named.length
