const FORMS = {
  long: new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' }),
  short: new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
}

/** A day in the reader's own zone: "April 2, 2026", or "Apr 2, 2026" where there is little room. Takes what the API sends. */
export const formatDay = (at: string, form: keyof typeof FORMS = 'long'): string => FORMS[form].format(new Date(at))
