import { expect, it } from 'vitest'
import { POSTAL_STATES } from '../us-states.ts'
import { placesOfZip } from './zip-places.ts'

const ALL = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'))

it('each place of the mail has ZIP codes, and no code has an unknown place', () => {
  const places = new Set(ALL.flatMap(placesOfZip))
  expect([...places].sort()).toEqual([...POSTAL_STATES].sort())
})

it.each([
  ['00501', 'NY'],
  ['00544', 'NY'],
  ['00601', 'PR'],
  ['00802', 'VI'],
  ['00901', 'PR'],
  ['05501', 'MA'],
  ['05544', 'MA'],
  ['05545', 'VT'],
  ['06390', 'NY'],
  ['06391', 'CT'],
  ['20101', 'VA'],
  ['20001', 'DC'],
  ['34012', 'AA'],
  ['34101', 'FL'],
  ['39801', 'GA'],
  ['39901', 'GA'],
  ['56901', 'DC'],
  ['73301', 'TX'],
  ['73344', 'TX'],
  ['73345', 'OK'],
  ['83414', 'WY'],
  ['83415', 'ID'],
  ['88501', 'TX'],
  ['96799', 'AS'],
  ['96798', 'HI'],
  ['96929', 'GU'],
  ['96931', 'GU'],
  ['96939', 'PW'],
  ['96941', 'FM'],
  ['96950', 'MP'],
  ['96960', 'MH'],
  ['96201', 'AP'],
  ['09001', 'AE'],
])('five digits decide before three: %s is in %s', (zip, place) => {
  expect(placesOfZip(zip)).toEqual([place])
})

it('prefixes of no place have none', () => {
  const prefixes = new Set(ALL.filter(zip => placesOfZip(zip).length > 0).map(zip => zip.slice(0, 3)))
  const none = ['000', '001', '002', '003', '004', '428', '429', '568', '886', '887', '888']
  expect(none.filter(prefix => prefixes.has(prefix))).toEqual([])
})
