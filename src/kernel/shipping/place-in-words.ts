/** The place of a parcel without its street: "an address in Provo, UT". */
export function placeInWords(...parts: string[]): string {
  const place = parts.filter(Boolean).join(', ')
  return place ? `an address in ${place}` : 'a new address'
}

/** State and ZIP after a city of at most 25 letters, which is too short for a message. */
const PLAIN = /^(?:\p{L}(?:[\p{L} '’-]|\.(?= )){0,24}, )?[A-Z]{2} \d{5}(?:-\d{4})?$/u
const AFTER_CITY = /[A-Z]{2} \d{5}(?:-\d{4})?$/

/** A place such as "Provo, UT 84601". A city that could carry a message is left out. */
export const plainPlace = (place: string): string => (PLAIN.test(place) ? place : (AFTER_CITY.exec(place)?.[0] ?? ''))
