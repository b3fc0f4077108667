import type { ZodError } from 'zod'
import { refuse } from '#platform/errors.ts'

export type Checked = { target: string; success: boolean; error?: unknown }

/** Refuses input that does not fit its schema. A route may have a hook of its own around this one. */
export function checkInput(result: Checked): void {
  if (result.target === 'param' && !result.success) throw refuse('not_found')
  if (!result.success) throw invalidInput(result.error as ZodError)
}

/** More fields than a form has. A body of 1 MiB can name 100,000 unknown ones, and naming all in the answer would take half a second. */
const MAX_ERROR_FIELDS = 100

/** Converts a zod failure to a refusal: `errors` maps each field (dotted path) to its messages, the first 100 fields. */
export function invalidInput(error: ZodError) {
  // A Map, because callers can send names such as `constructor`, which exist on every object.
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map(key => (path ? `${path}.${key}` : key)) : [path]
    const message = issue.code === 'unrecognized_keys' ? 'This field is not known.' : issue.message
    for (const field of fields.slice(0, MAX_ERROR_FIELDS - errors.size)) {
      errors.set(field, [...(errors.get(field) ?? []), message])
    }
    if (errors.size >= MAX_ERROR_FIELDS) break
  }
  return refuse('invalid_input', {}, Object.fromEntries(errors))
}
