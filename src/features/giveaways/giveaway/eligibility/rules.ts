import { REGION_NAMES, type Region, regionOf, STATES } from '#kernel/shipping/us-states.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { messageOf } from '#platform/errors.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import { ELIGIBILITY_ERRORS } from '../errors/eligibility-errors.ts'

/** Whom a giveaway admits. `minimumAge` is the giveaway's own; null where the settings decide alone. */
export type EntryTerms = { eligibleStates: readonly string[]; minimumAge: number | null }

/**
 * A person at a door, as known there. `undefined`: this door does not ask, so the fact is not judged. `null`: asked and unknown, which
 * refuses. `state` is read as typed.
 */
export type Entrant = {
  birthDate?: string | null | undefined
  country?: string | null | undefined
  state?: string | null | undefined
}

type Code = keyof typeof ELIGIBILITY_ERRORS
export type Ineligible = { code: Code; details: { age?: number; state?: string } }

/**
 * Why a person may not enter a giveaway: the first rule that refuses, or null. PostgreSQL decides claims by `entry_refusal`, which a test
 * compares with this function.
 */
export function entryEligibility(terms: EntryTerms, person: Entrant, now: Date): Ineligible | null {
  const { birthDate, country, state } = person
  const { minimumAge: age } = terms
  if (age !== null && birthDate !== undefined && (birthDate === null || birthDate > bornUntil(now, age)))
    return { code: 'under_giveaway_age', details: { age } }
  if (country === null || state === null) return { code: 'address_needed', details: {} }
  if (country !== undefined && country !== 'US') return { code: 'address_abroad', details: {} }
  if (state === undefined) return null
  const region = regionOf(state)
  if (!region) return { code: 'state_unknown', details: {} }
  return terms.eligibleStates.includes(region)
    ? null
    : { code: 'state_excluded', details: { state: REGION_NAMES[region] } }
}

/** The sentence of a reason. */
export const sentenceOf = ({ code, details }: Ineligible): string => messageOf(ELIGIBILITY_ERRORS, code, details)

/** The age that counts: the giveaway's own raises that of the settings, and never lowers it. */
export const minimumAgeOf = (own: number | null, settings: { minimumAge: number }): number =>
  Math.max(own ?? 0, settings.minimumAge)

/** Regions in the order of the list of states, each once. */
export const inListOrder = (regions: readonly Region[]): Region[] =>
  (Object.keys(REGION_NAMES) as Region[]).filter(code => regions.includes(code))

const listed = atFirstCall(() => new Intl.ListFormat('en-US', { type: 'conjunction' }))
const namesOf = (codes: readonly string[]) => listed().format(codes.map(code => REGION_NAMES[code as Region] ?? code))

/** Where a giveaway is open, in words: what is left out where most states are in. */
export function statesInWords(eligibleStates: readonly string[]): string {
  const missing = STATES.filter(code => !eligibleStates.includes(code))
  const apart = eligibleStates.filter(code => !(STATES as string[]).includes(code))
  if (missing.length > STATES.length / 2) return namesOf(eligibleStates)
  const beyond = apart.length > 0 ? `, and ${namesOf(apart)}` : ''
  const all = 'the 50 states and the District of Columbia'
  return missing.length === 0 ? `${all}${beyond}` : `${all} except ${namesOf(missing)}${beyond}`
}

const COUNTRIES = ['USA', 'US', 'UNITEDSTATES', 'UNITEDSTATESOFAMERICA']
const lettersOf = (words: readonly string[]) =>
  words
    .join('')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')

/** A postal address as written on a card that names Canada or Mexico, or ends with a Canadian postal code. */
export const isAddressAbroad = (address: string): boolean =>
  /\b(canada|mexico|m\u00e9xico)\W{0,3}$/i.test(address.trim()) || /\b[a-z]\d[a-z] ?\d[a-z]\d$/i.test(address.trim())

/** The state before the ZIP code of a postal address as written on a card; null where none can be read. */
export function regionOfPostalAddress(address: string): Region | null {
  const words = address.split(/[\s,]/).filter(Boolean)
  const country = [4, 3, 2, 1].find(count => words.length > count && COUNTRIES.includes(lettersOf(words.slice(-count))))
  const place = country ? words.slice(0, -country) : words
  if (/^\d{5}(-\d{4})?$/.test(place.at(-1) ?? '')) place.pop()
  // The longest name first: Virginia stands in West Virginia.
  for (let count = Math.min(4, place.length); count > 0; count--) {
    const region = regionOf(place.slice(-count).join(' '))
    if (region) return region
  }
  return null
}
