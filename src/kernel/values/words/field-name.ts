import { formatMoment } from '#kernel/values/format-moment.ts'

/** Label of a field: `entryLimit` → "Entry limit". */
export function fieldName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** A value in words: a date and time, or "part: value" for an object. */
export function valueSaid(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueSaid).join(', ')
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, part]) => `${fieldName(name)}: ${valueSaid(part)}`)
        .join(', ') || 'nothing'
    )
  return typeof value === 'string' && MOMENT.test(value) ? formatMoment(new Date(value)) : String(value)
}
