import { formatMoment } from '#ui/format-moment.ts'

/** A field's name as staff read it: `entryLimit` → "Entry limit". */
export function fieldName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[._-]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** A value as staff read it: a moment in words, a thing with parts as "part: value". */
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

/** The kinds of things, as staff call them. A kind that is not here is called by its own name. */
export const SUBJECTS: Readonly<Record<string, string>> = {
  person: 'User',
  order: 'Order',
  product: 'Product',
  giveaway: 'Giveaway',
  entry: 'Entry',
  winner: 'Winner',
  coupon: 'Code',
  ticket: 'Ticket',
  'canned-reply': 'Canned reply',
  'sms-campaign': 'SMS campaign',
  settings: 'Settings',
  discrepancy: 'Discrepancy',
  route: 'Refused call',
}
