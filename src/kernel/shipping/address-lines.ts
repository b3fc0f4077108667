import { atFirstCall } from '#platform/values/at-first-call.ts'

const countries = atFirstCall(() => new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' }))
/** The stored country may be a code or a name. */
const nameOf = (country: string) => (/^[A-Z]{2}$/.test(country) ? countries().of(country) : country)

export type PostalAddress = {
  name?: string
  line1: string
  line2?: string | null | undefined
  city: string
  state: string
  postalCode: string
  country: string
}

/** A postal address as one line, without the country. */
export const addressInLine = (address: Omit<PostalAddress, 'country'>): string => linesOf(address).join(', ')

/** A postal address as lines of a parcel label. */
export const addressLinesOf = (address: PostalAddress): string[] =>
  [...linesOf(address), nameOf(address.country)].filter(line => line?.trim()) as string[]

const linesOf = ({ name, line1, line2, city, state, postalCode }: Omit<PostalAddress, 'country'>): string[] =>
  [name, line1, line2, `${city}, ${state} ${postalCode}`].filter(line => line?.trim()) as string[]
