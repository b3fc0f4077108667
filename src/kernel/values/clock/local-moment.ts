const pad = (number: number, digits = 2) => String(number).padStart(digits, '0')

/**
 * Formats a moment for `<input type="datetime-local">` in the browser's zone. A year typed by keyboard passes through 0002, 0020 and 0202, so
 * years have four digits too.
 */
export function localOf(moment: Date): string {
  const day = `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

/** Converts a `datetime-local` value to ISO for the API. @throws RangeError for an invalid time. */
export const isoOf = (local: string): string => new Date(local).toISOString()
