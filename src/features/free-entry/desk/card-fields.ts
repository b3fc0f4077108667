/** What staff type of a card, one line a field, as it is written on the printed card. */
export type CardFields = {
  name: string
  street: string
  city: string
  state: string
  zip: string
  birthDate: string
  email: string
  postmarkedOn: string
}

export const NO_FIELDS: CardFields = {
  name: '',
  street: '',
  city: '',
  state: '',
  zip: '',
  birthDate: '',
  email: '',
  postmarkedOn: '',
}

/** The postal address as the API takes it; empty when no part is typed. */
export function addressOf({ street, city, state, zip }: CardFields): string {
  const region = [state.trim(), zip.trim()].filter(Boolean).join(' ')
  return [street.trim(), [city.trim(), region].filter(Boolean).join(', ')].filter(Boolean).join('\n')
}

/**
 * A birth date as Americans write it, with or without signs between: "5/17/1990", "05171990", or as the API has it. Empty for an empty
 * field; null for a text that names no day.
 */
export function dayOfText(text: string): string | null {
  const typed = text.trim()
  if (!typed) return ''
  const [, month, day, year] = /^(\d{1,2})[/.\- ]?(\d{1,2})[/.\- ]?(\d{4})$/.exec(typed) ?? []
  const iso = year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : typed
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(iso) ? iso : null
}
