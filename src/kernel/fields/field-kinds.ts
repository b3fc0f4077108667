import { z } from 'zod'
import { isoOf, localOf } from '#kernel/values/clock/local-moment.ts'
import { dollarInput } from '#kernel/values/inputs/decimals.ts'
import { ifMissing, ifWrong, missingOrWrong } from '#kernel/values/inputs/field-sentences.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import { toCents, toDollars } from '#kernel/values/money.ts'
import { momentInput } from '#kernel/values/shop-day-input.ts'
import { numberIn } from '#kernel/values/typed-number.ts'
import type { Json } from '#platform/db/tables.ts'

/**
 * How a kind of field is checked, stored, typed in a form and written in a CSV cell.
 * A typed text or a cell that is no such value becomes one that `input` refuses, such as NaN.
 */
export type Kind<Value, Typed, Stored, Initial = Value> = {
  label: string
  /** Schema in answers. */
  shown: z.ZodType<Value>
  /** Schema in bodies: the limits, each with its sentence. */
  input: z.ZodType<Value>
  /** Value of a new record that leaves the field out; undefined when the command decides. */
  initial: Initial
  /** The field of an empty form. */
  blank: Typed
  maxLength?: number
  inputMode?: 'decimal' | 'numeric' | 'email'
  prefix?: string
  isMultiline?: boolean
  toStore(value: Value): Stored
  fromStore(stored: Stored): Value
  typedOf(value: Value): Typed
  valueOf(typed: Typed): Value
  /** The typed value in words, where it has no words of its own. */
  said?(typed: Typed): string
  cellOf?(value: Value): string
  /** Undefined leaves the field unchanged. */
  valueIn?(cell: string): unknown
}

const same = <T>(value: T): T => value
const unlessEmpty =
  <T>(read: (cell: string) => T) =>
  (cell: string): T | undefined =>
    cell === '' ? undefined : read(cell)

export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : numberIn(text))

const MAX_PRICE = 100_000

const moneyInput = (label: string) =>
  dollarInput([0, MAX_PRICE], {
    missing: `${label} is required`,
    wrong: `${label} must be a number such as 19.90`,
    low: `${label} cannot be negative`,
    high: `${label} cannot be more than ${MAX_PRICE}`,
    steps: `${label} can have at most two decimals`,
  })

export const wholeInput = (label: string, max: number) =>
  z
    .int(missingOrWrong(`${label} is required`, `${label} must be a whole number`))
    .min(0, `${label} cannot be negative`)
    .max(max, `${label} cannot be more than ${max}`)

export const textInput = (label: string, max: number) =>
  z
    .string(ifMissing(`${label} is required`))
    .trim()
    .max(max, `${label} must be ${max} characters or less`)

/** @param missing the sentence of an empty or invisible text */
export const neededInput = (label: string, max: number, missing: string) =>
  textInput(label, max).min(1, { error: missing, abort: true }).refine(isVisible, missing)

/** A value that is stored and typed as it is. */
export const AS_IS = { toStore: same, fromStore: same, typedOf: same, valueOf: same }
const AS_TEXT = { ...AS_IS, cellOf: same, valueIn: same }

/** Text of at most `maxLength` characters. */
export const text = (label: string, maxLength: number): Kind<string, string, string> => ({
  ...AS_TEXT,
  label,
  maxLength,
  shown: z.string(),
  input: textInput(label, maxLength),
  initial: '',
  blank: '',
})

/** Text that is never empty; an empty cell leaves it unchanged. */
export const requiredText = (label: string, maxLength: number): Kind<string, string, string, undefined> => ({
  ...text(label, maxLength),
  input: neededInput(label, maxLength, `${label} is required`),
  initial: undefined,
  valueIn: unlessEmpty(same),
})

/** One of some words; the first is the default. */
export const choice = <T extends string>(label: string, values: readonly [T, ...T[]]): Kind<T, T, T> => ({
  ...AS_TEXT,
  label,
  shown: z.enum(values),
  input: z.enum(
    values,
    missingOrWrong(`${label} is required`, `${label} must be ${values.join(', ').replace(/, (\w+)$/, ' or $1')}`),
  ),
  initial: values[0],
  blank: values[0],
  valueIn: unlessEmpty(same),
})

/** Dollars, stored in cents. */
export const money = (label: string): Kind<number, string, number, undefined> => ({
  label,
  prefix: '$',
  inputMode: 'decimal',
  shown: z.number(),
  input: moneyInput(label),
  initial: undefined,
  blank: '',
  toStore: toCents,
  fromStore: toDollars,
  typedOf: dollars => dollars.toFixed(2),
  valueOf: typed => numberOrNull(typed) ?? 0,
  cellOf: dollars => dollars.toFixed(2),
  valueIn: unlessEmpty(numberIn),
})

/** A whole number from 0 to `max`. */
export const whole = (label: string, max: number): Kind<number, string, number> => ({
  ...AS_TEXT,
  label,
  inputMode: 'numeric',
  shown: z.int(),
  input: wholeInput(label, max),
  initial: 0,
  blank: '',
  typedOf: String,
  valueOf: typed => numberOrNull(typed) ?? 0,
  cellOf: String,
  valueIn: unlessEmpty(numberIn),
})

/** A number that may be left out: null, an empty field and an empty cell. */
export const optional = (kind: Kind<number, string, number, unknown>): Kind<number | null, string, number | null> => ({
  ...kind,
  shown: kind.shown.nullable(),
  input: kind.input.nullable(),
  initial: null,
  toStore: value => (value === null ? null : kind.toStore(value)),
  fromStore: stored => (stored === null ? null : kind.fromStore(stored)),
  typedOf: value => (value === null ? '' : kind.typedOf(value)),
  valueOf: numberOrNull,
  cellOf: value => (value === null ? '' : kind.cellOf!(value)),
  valueIn: numberOrNull,
})

/** A moment, typed in the browser's zone; null when it is empty. */
export const moment = (label: string): Kind<string | null, string, Date | null> => ({
  label,
  shown: z.iso.datetime().nullable(),
  input: momentInput(`${label} must be a date and time`).nullable(),
  initial: null,
  blank: '',
  toStore: value => (value === null ? null : new Date(value)),
  fromStore: stored => stored?.toISOString() ?? null,
  typedOf: value => (value ? localOf(new Date(value)) : ''),
  valueOf: typed => (typed === '' ? null : isoOf(typed)),
  said: typed => typed.replace('T', ' '),
})

const FLAGS: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }

/** Yes or no. */
export const flag = (label: string, initial: boolean): Kind<boolean, boolean, boolean> => ({
  ...AS_TEXT,
  label,
  shown: z.boolean(),
  input: z.boolean(ifWrong(`${label} must be yes or no`)),
  initial,
  blank: initial,
  cellOf: value => (value ? 'yes' : 'no'),
  valueIn: unlessEmpty(cell => FLAGS[cell.toLowerCase()] ?? null),
})

const linesIn = (text: string) =>
  text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)

/** Escapes an item to one line of a cell: a line break or backslash becomes an escape sequence. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
const SIGNS: Record<string, string> = { n: '\n', r: '\r' }
const unescaped = (text: string) => text.replace(/\\(.)/g, (_, sign: string) => SIGNS[sign] ?? sign)

/** A list of texts, one per line of the field and of the cell. @param item names one text in sentences. */
export const lines = (
  label: string,
  item: string,
  maxLength: number,
  max: number,
): Kind<string[], string, string[]> => ({
  ...AS_TEXT,
  label,
  isMultiline: true,
  shown: z.array(z.string()),
  input: z
    .array(neededInput(item, maxLength, `${item} cannot be empty`))
    .max(max, `At most ${max} ${label.toLowerCase()}`),
  initial: [],
  blank: '',
  typedOf: items => items.join('\n'),
  valueOf: linesIn,
  cellOf: items => items.map(escaped).join('\n'),
  valueIn: cell => linesIn(cell).map(unescaped),
})

type Pairs = Record<string, string>

/** Named texts in their order, one `Name: value` per line of the field and of the cell. @param item names one in sentences. */
export const pairs = (label: string, item: string, max: number): Kind<Pairs, string, Json> => ({
  label,
  isMultiline: true,
  shown: z.record(z.string(), z.string()),
  input: z
    .record(neededInput(item, 60, `${item} needs a name`), textInput(item, 300))
    .refine(map => Object.keys(map).length <= max, `At most ${max} ${label.toLowerCase()}`),
  initial: {},
  blank: '',
  toStore: map => JSON.stringify(map),
  fromStore: stored => stored as Pairs,
  typedOf: map => pairLines(map).join('\n'),
  valueOf: typed => Object.fromEntries(linesIn(typed).map(line => splitAt(line, line.indexOf(':')))),
  cellOf: map =>
    Object.entries(map)
      .map(([name, value]) => `${escaped(name).replaceAll(':', '\\:')}: ${escaped(value)}`)
      .join('\n'),
  valueIn: cell => Object.fromEntries(linesIn(cell).map(pairIn)),
})

export const pairLines = (map: Pairs) => Object.entries(map).map(([name, value]) => `${name}: ${value}`)

const splitAt = (line: string, at: number): [string, string] =>
  at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]

/** The first unescaped colon ends the name. */
function pairIn(line: string): [string, string] {
  const [, name = line, value = ''] = /^((?:\\.|[^\\:])*):?(.*)$/s.exec(line) ?? []
  return [unescaped(name.trim()), unescaped(value.trim())]
}
