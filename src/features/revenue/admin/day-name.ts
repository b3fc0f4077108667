import { atFirstCall } from '#platform/values/at-first-call.ts'

const FORMS = {
  short: atFirstCall(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })),
  long: atFirstCall(
    () => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' }),
  ),
  month: atFirstCall(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' })),
}

/** A day (`2026-03-02`) or month (`2026-03`) in words, independent of the reader's time zone. */
export const dayName = (key: string, form: 'short' | 'long' = 'long'): string =>
  FORMS[key.length === 7 ? 'month' : form]().format(new Date(key))
