import { atFirstCall } from '#platform/values/at-first-call.ts'

/** Countries that the shop can ship to, in the words of a sentence. `shipping.countries` of the settings names those that it does ship to. */
export const COUNTRY_NAMES = { US: 'the United States', CA: 'Canada', MX: 'Mexico' } as const
export type Country = keyof typeof COUNTRY_NAMES

export const COUNTRIES = Object.keys(COUNTRY_NAMES) as [Country, ...Country[]]

const list = atFirstCall(() => new Intl.ListFormat('en-US'))
const either = atFirstCall(() => new Intl.ListFormat('en-US', { type: 'disjunction' }))

/** "the United States and Canada". */
export const countriesInWords = (served: readonly Country[], by: 'and' | 'or' = 'and'): string =>
  (by === 'and' ? list() : either()).format(served.map(country => COUNTRY_NAMES[country]))

/** The sentence for an address in another country. */
export const shipsOnlyTo = (served: readonly Country[]): string => `We ship to ${countriesInWords(served)} only.`

/** Options of a choice among the served countries. A stored address may be in another, from the time when the shop shipped there. */
export const countryOptions = (served: readonly Country[], stored: string): { value: Country; label: string }[] =>
  COUNTRIES.filter(country => served.includes(country) || country === stored).map(country => ({
    value: country,
    label: COUNTRY_NAMES[country].replace(/^the /, ''),
  }))
