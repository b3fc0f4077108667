const FORMS = {
  short: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }),
  long: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' }),
  month: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' }),
}

/** A day (`2026-03-02`) or month (`2026-03`) in words, independent of the reader's time zone. */
export const dayName = (key: string, form: 'short' | 'long' = 'long'): string =>
  (key.length === 7 ? FORMS.month : FORMS[form]).format(new Date(key))
