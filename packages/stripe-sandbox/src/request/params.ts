import { z } from 'zod'
import { type Fault, invalid } from './faults.ts'
import type { Form } from './form.ts'

/** Whole numbers, as text on the wire. */
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform(text => text === 'true')
export const text = z.string().min(1).max(5000)
export const email = z
  .string()
  .max(512, { abort: true })
  .regex(/^[^\s@]+@[^\s@]+$/, 'email')
export const address = z
  .string()
  .max(5000, { abort: true })
  .regex(/^https?:\/\/\S+$/, 'url')
/** At most 50 pairs of 40 and 500 characters; an empty value deletes a key. */
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine(pairs => Object.keys(pairs).length <= 50, 'too many keys')
export const expand = z.array(z.string().max(200)).max(20).optional()
export const currency = z
  .string()
  .toLowerCase()
  .refine(code => code === 'usd', 'currency')
/** Whole cents. */
export const cents = integer.refine(amount => amount >= 0 && amount <= 99_999_999, 'amount')

/** Parameters of every list. */
export const paging = {
  limit: integer.refine(limit => limit >= 1 && limit <= 100, 'limit').default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
}

/** The time range of a list: `created[gte]`, in seconds. The sandbox does not accept a single timestamp. */
export const created = z
  .strictObject({ gt: integer.optional(), gte: integer.optional(), lt: integer.optional(), lte: integer.optional() })
  .optional()

/** Applies a metadata update: given keys replace, an empty text deletes. */
export function mergedMetadata(before: Record<string, string>, change: Record<string, string> | undefined) {
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

/**
 * Validates a request's parameters.
 * @throws Fault in Stripe's words for the first unknown, missing or invalid parameter.
 */
export function readParams<T>(schema: z.ZodType<T>, form: Form): T {
  const result = schema.safeParse(form)
  if (result.success) return result.data
  throw faultOf(result.error.issues[0]!, form)
}

const bracketed = (path: PropertyKey[]) =>
  path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')

function faultOf(issue: z.core.$ZodIssue, form: Form): Fault {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map(key => bracketed([...issue.path, key]))
    const noun = names.length > 1 ? 'parameters' : 'parameter'
    return invalid(`Received unknown ${noun}: ${names.join(', ')}`, { code: 'parameter_unknown', param: names[0]! })
  }
  const param = bracketed(issue.path)
  const given = valueAt(form, issue.path)
  if (given === undefined) return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (given === '') {
    const message = `You passed an empty string for '${param}'. Either set it to a value or leave it out.`
    return invalid(message, { code: 'parameter_invalid_empty', param })
  }
  if (typeof given !== 'string')
    return invalid(`Invalid ${Array.isArray(given) ? 'array' : 'object'} for ${param}`, { param })
  return wrongText(issue.message, given, param)
}

function wrongText(kind: string, given: string, param: string): Fault {
  const shown = given.slice(0, 80)
  if (kind === 'integer') return invalid(`Invalid integer: ${shown}`, { code: 'parameter_invalid_integer', param })
  if (kind === 'email') return invalid(`Invalid email address: ${shown}`, { code: 'email_invalid', param })
  if (kind === 'url') return invalid('Not a valid URL', { code: 'url_invalid', param })
  if (kind === 'currency') return invalid(`Invalid currency: ${shown}. This account takes usd.`, { param })
  if (kind === 'amount') return invalid(`Invalid amount: ${shown}`, { code: 'parameter_invalid_integer', param })
  return invalid(`Invalid ${param}: ${shown}`, { param })
}

function valueAt(form: Form, path: PropertyKey[]): unknown {
  let value: unknown = form
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}
