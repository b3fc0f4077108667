const pad = (number: number) => String(number).padStart(2, '0')

/** A moment as `<input type="datetime-local">` has it, by the clock where one sits. */
export function localOf(moment: Date): string {
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`
}

/** What was typed into such a field, as the API wants it. @throws RangeError for what is no time. */
export const isoOf = (local: string): string => new Date(local).toISOString()
