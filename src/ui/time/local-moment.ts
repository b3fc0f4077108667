const pad = (number: number) => String(number).padStart(2, '0')

/** Formats a moment for `<input type="datetime-local">` in the browser's zone. */
export function localOf(moment: Date): string {
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

/** Converts a `datetime-local` value to ISO for the API. @throws RangeError for an invalid time. */
export const isoOf = (local: string): string => new Date(local).toISOString()
