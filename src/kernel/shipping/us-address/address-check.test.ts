import { expect, it } from 'vitest'
import { checkAddress, NO_SUCH_ZIP, UNKNOWN_STATE, UNKNOWN_ZIP } from './address-check.ts'

const check = (city: string, state: string, postalCode: string) => checkAddress({ city, state, postalCode })
const mended = (state: string, zip: string) => {
  const { address, faults } = check('Anytown', state, zip)
  return Object.keys(faults).length > 0 ? faults : `${address.state} ${address.postalCode}`
}

it.each([
  ['UT', '84601', 'UT 84601'],
  [' utah ', '84601', 'UT 84601'],
  ['N.Y.', '10001', 'NY 10001'],
  ['new york', '10001-1234', 'NY 10001-1234'],
  ['Calif.', '900011234', 'CA 90001-1234'],
  ['ＵＴ', '８４６０１', 'UT 84601'],
  ['Texas', '78701–1234', 'TX 78701-1234'],
  ['TX', '78701−1234', 'TX 78701-1234'],
  ['TX', '78701 1234', 'TX 78701-1234'],
  ['TX', "'78701", 'TX 78701'],
  ['TX', '78\u200b701', 'TX 78701'],
  ['Washington, D.C.', '20001', 'DC 20001'],
  ['Massachusetts', '2108', 'MA 02108'],
  ['MA', '2108-1234', 'MA 02108-1234'],
  ['MA', '21081234', 'MA 02108-1234'],
  ['Puerto Rico', '901', 'PR 00901'],
  ['PR', '9011234', 'PR 00901-1234'],
  ['Virgin Islands', '00802', 'VI 00802'],
  ['Armed Forces (AE)', '09499', 'AE 09499'],
  ['Palau', '96940', 'PW 96940'],
])('an address is mended where that is certain: %s %s [B-5.38]', (state, zip, right) => {
  expect(mended(state, zip)).toBe(right)
})

it.each<[string, string, object]>([
  ['Atlantis', '84601', { state: UNKNOWN_STATE }],
  ['ZZ', 'ABCDE', { state: UNKNOWN_STATE, postalCode: UNKNOWN_ZIP }],
  ['', '84601', { state: UNKNOWN_STATE }],
  ['UT', '846', { postalCode: UNKNOWN_ZIP }],
  ['UT', '846011', { postalCode: UNKNOWN_ZIP }],
  ['UT', '84601-12', { postalCode: UNKNOWN_ZIP }],
  ['TX', '7870', { postalCode: UNKNOWN_ZIP }],
  ['UT', '2108', { postalCode: UNKNOWN_ZIP }],
  ['UT', '00001', { postalCode: NO_SUCH_ZIP }],
  ['UT', '00401', { postalCode: NO_SUCH_ZIP }],
  ['UT', '42801', { postalCode: NO_SUCH_ZIP }],
  ['UT', '42999', { postalCode: NO_SUCH_ZIP }],
  ['UT', '56801', { postalCode: NO_SUCH_ZIP }],
  ['UT', '88601', { postalCode: NO_SUCH_ZIP }],
  ['UT', '88899', { postalCode: NO_SUCH_ZIP }],
  ['UT', '96930', { postalCode: NO_SUCH_ZIP }],
])('an address that no post office knows is refused by its field: %s %s [B-5.38]', (state, zip, faults) => {
  expect(mended(state, zip)).toEqual(faults)
})

/** City, state, ZIP code; the end of the sentence, what is suggested, and whether a person may know better. */
it.each([
  ['Provo', 'NV', '84601', 'the ZIP code 84601 is in Utah, not in Nevada', ['Provo', 'UT'], true],
  [
    'Fishers Island',
    'CT',
    '06390',
    'the ZIP code 06390 is in New York, not in Connecticut',
    ['Fishers Island', 'NY'],
    true,
  ],
  [
    'Fort Campbell',
    'OH',
    '42223',
    'the ZIP code 42223 is in Kentucky and Tennessee, not in Ohio',
    ['Fort Campbell', 'KY'],
    true,
  ],
  ['San Juan', 'FL', '00901', 'the ZIP code 00901 is in Puerto Rico, not in Florida', ['San Juan', 'PR'], false],
  ['APO', 'NY', '09499', 'the ZIP code 09499 is in Armed Forces Europe, not in New York', ['APO', 'AE'], false],
  [
    'A.P.O.',
    'AA',
    '09045',
    'the ZIP code 09045 is in Armed Forces Europe, not in Armed Forces Americas',
    ['APO', 'AE'],
    false,
  ],
  ['New York', 'NY', '09499', 'the ZIP code 09499 is in Armed Forces Europe, not in New York', ['APO', 'AE'], false],
  [
    'Berlin',
    'AE',
    '09014',
    'mail to Armed Forces Europe goes to APO, FPO or DPO in place of a city',
    ['APO', 'AE'],
    false,
  ],
] as const)(
  'an address that does not agree is asked back: %s %s %s [B-5.38]',
  (city, state, zip, words, meant, isPossible) => {
    const { contradiction } = check(city, state, zip)
    expect(contradiction).toEqual({
      words,
      suggestion: { city: meant[0], state: meant[1], postalCode: zip },
      isPossible,
    })
    expect(checkAddress(contradiction!.suggestion!).contradiction).toBeUndefined()
  },
)

it('an office of military mail in a state without one has no likely address', () => {
  expect(check('APO', 'UT', '84601').contradiction).toMatchObject({ suggestion: null, isPossible: false })
  expect(check('FPO', 'AP', '84601').contradiction).toMatchObject({ suggestion: null, isPossible: false })
})

it.each([
  ['42223', 'KY', 'TN'],
  ['97635', 'OR', 'CA'],
  ['86515', 'AZ', 'NM'],
  ['02861', 'RI', 'MA'],
  ['59221', 'MT', 'ND'],
])('a ZIP code across a border agrees with both of its states: %s [B-5.38]', (zip, ...states) => {
  for (const state of states) expect(check('Anytown', state, zip).contradiction).toBeUndefined()
})

it('an address in another country stays as it was typed', () => {
  const there = { city: 'Toronto', state: 'Ontario', postalCode: 'M5V 2T6', country: 'CA' }
  expect(checkAddress(there)).toEqual({ address: there, faults: {}, contradiction: undefined })
})

it('a mended address is mended no further', () => {
  const { address } = check('a.p.o.', 'armed forces europe', '9499 1234')
  expect(address).toEqual({ city: 'APO', state: 'AE', postalCode: '09499-1234' })
  expect(checkAddress(address).address).toEqual(address)
})
