import { isMilitary, isState, POSTAL_STATE_NAMES, type PostalState, postalStateOf } from '../us-states.ts'
import { zipOf } from './zip.ts'
import { placesOfZip } from './zip-places.ts'

/** The parts of an address that say where it lies. */
export type Place = { city: string; state: string; postalCode: string; country?: string }

/** Post offices of military and diplomatic mail: Publication 28 of the US Postal Service, section 225. */
const MILITARY_OFFICES = ['APO', 'FPO', 'DPO'] as const
const officeOf = (city: string) => {
  const letters = city
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return MILITARY_OFFICES.find(office => office === letters)
}

export const UNKNOWN_STATE = 'Please choose a state, or write it as NY or New York.'
export const UNKNOWN_ZIP = 'Please enter a US ZIP code such as 84601'
export const NO_SUCH_ZIP = 'No place in the United States has this ZIP code. Please check it.'

/** The parts that a suggestion exchanges. */
export type Suggestion = Pick<Place, 'city' | 'state' | 'postalCode'>

/** City, state and ZIP code that are each known and do not belong together. */
export type Contradiction = {
  /** What does not agree, as the end of a sentence. */
  words: string
  /** What is likely meant; null where nothing is likely. */
  suggestion: Suggestion | null
  /** False where military mail or a territory makes the address impossible. Else a person may know better: areas of codes cross borders. */
  isPossible: boolean
}

/** `faults` has sentences by field of what no post office knows. */
export type CheckedAddress<T> = {
  address: T
  faults: { state?: string; postalCode?: string }
  contradiction: Contradiction | undefined
}

/** True for an address with a part that no post office knows, and for parts that do not agree. */
export const isDoubtful = ({
  faults,
  contradiction,
}: Pick<CheckedAddress<unknown>, 'faults' | 'contradiction'>): boolean =>
  Object.keys(faults).length > 0 || contradiction !== undefined

const nameOf = (state: PostalState) => POSTAL_STATE_NAMES[state]

/**
 * The one rule of addresses in the United States, for each form and call: mends what is certain (names and abbreviations of states, dashes
 * and lost zeros of ZIP codes), names what no post office knows, and what does not agree. An address in another country stays as it is.
 */
export function checkAddress<T extends Place>(address: T): CheckedAddress<T> {
  if ((address.country ?? 'US') !== 'US') return { address, faults: {}, contradiction: undefined }
  const state = postalStateOf(address.state)
  const zip = zipOf(address.postalCode, state)
  const places = zip ? placesOfZip(zip.slice(0, 5)) : []
  const office = officeOf(address.city)
  const mended = {
    ...address,
    ...(state && { state }),
    ...(zip && { postalCode: zip }),
    ...(office && { city: office }),
  }
  return {
    address: mended,
    faults: {
      ...(!state && { state: UNKNOWN_STATE }),
      ...(places.length === 0 && { postalCode: zip ? NO_SUCH_ZIP : UNKNOWN_ZIP }),
    },
    contradiction: state && places.length > 0 ? contradictionOf(mended, state, places) : undefined,
  }
}

function contradictionOf(
  { city, postalCode }: Place,
  state: PostalState,
  places: readonly PostalState[],
): Contradiction | undefined {
  const zip5 = postalCode.slice(0, 5)
  const place = places[0]!
  const isOffice = officeOf(city) !== undefined
  const suggest = (meant: PostalState) => ({
    city: isMilitary(meant) && !isOffice ? 'APO' : city,
    state: meant,
    postalCode,
  })
  if (!places.includes(state))
    return {
      words: `the ZIP code ${zip5} is in ${places.map(nameOf).join(' and ')}, not in ${nameOf(state)}`,
      suggestion: isOffice && !isMilitary(place) ? null : suggest(place),
      isPossible: isState(state) && isState(place) && !isOffice,
    }
  if (isMilitary(state) === isOffice) return undefined
  return isMilitary(state)
    ? {
        words: `mail to ${nameOf(state)} goes to APO, FPO or DPO in place of a city`,
        suggestion: suggest(state),
        isPossible: false,
      }
    : { words: `APO, FPO and DPO are in AA, AE or AP, not in ${nameOf(state)}`, suggestion: null, isPossible: false }
}
