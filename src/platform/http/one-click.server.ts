import { refuse } from '../errors.ts'

/**
 * Mail providers send the clicks of all their users from a few addresses. The limit is high because the tokens are signed and cannot be
 * guessed.
 */
export const MAIL_PROVIDERS = { points: 6000, seconds: 60 }

/** Returns the text fields of a form and ignores files. */
export async function formOf(request: { parseBody: () => Promise<object> }): Promise<Record<string, string>> {
  const entries = Object.entries(await request.parseBody().catch(() => ({})))
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** RFC 8058: mail programs send this field. A scanner that only follows links does not. @throws invalid_input without it */
export async function requireOneClick(request: { parseBody: () => Promise<object> }): Promise<void> {
  if ((await formOf(request))['List-Unsubscribe'] !== 'One-Click')
    throw refuse('invalid_input', {}, { 'List-Unsubscribe': ['Send One-Click.'] })
}
