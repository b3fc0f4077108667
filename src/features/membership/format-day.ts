const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' })

/** A day in the reader's own zone: "April 2, 2026". Takes what the API sends. */
export const formatDay = (at: string): string => DAY.format(new Date(at))
