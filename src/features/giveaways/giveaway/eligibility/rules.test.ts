import { describe, expect, it } from 'vitest'
import { regionOf, STATES } from '#kernel/shipping/us-states.ts'
import { entryEligibility, inListOrder, minimumAgeOf, regionOfPostalAddress, statesInWords } from './rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const terms = { eligibleStates: ['UT', 'NY'], minimumAge: 25 }
const person = { birthDate: '1990-05-17', country: 'US', state: 'Utah' }
const codeOf = (change: object, other = terms) => entryEligibility(other, { ...person, ...change }, now)?.code ?? null

describe('the terms of a giveaway', () => {
  it.each([
    [{}, null],
    [{ state: 'N.Y.' }, null],
    [{ state: 'new  york' }, null],
    [{ state: 'TX' }, 'state_excluded'],
    [{ state: 'Puerto Rico' }, 'state_excluded'],
    [{ state: 'Utopia' }, 'state_unknown'],
    [{ state: null }, 'address_needed'],
    [{ country: 'CA' }, 'address_abroad'],
    [{ birthDate: '2001-03-03' }, 'under_giveaway_age'],
    [{ birthDate: '2001-03-02' }, null],
    [{ birthDate: null }, 'under_giveaway_age'],
    [{ birthDate: undefined, country: undefined, state: undefined }, null],
  ])('a person with %j reads %s [B-22.3] [B-22.4] [B-22.5]', (change, code) => {
    expect(codeOf(change)).toBe(code)
  })

  it('a territory enters where a giveaway names it [B-22.1]', () => {
    expect(codeOf({ state: 'PR' }, { ...terms, eligibleStates: ['PR'] })).toBeNull()
    expect(codeOf({ state: 'PR' }, { ...terms, eligibleStates: STATES })).toBe('state_excluded')
  })

  it('the own age raises that of the settings, and never lowers it [B-22.2]', () => {
    const ages = [null, 21, 25].map(own => minimumAgeOf(own, { minimumAge: 23 }))
    expect(ages).toEqual([23, 23, 25])
  })

  it('the states are told in words [B-22.6]', () => {
    expect(STATES).toHaveLength(51)
    expect(statesInWords(STATES)).toBe('the 50 states and the District of Columbia')
    expect(statesInWords(STATES.filter(code => code !== 'FL' && code !== 'NY'))).toBe(
      'the 50 states and the District of Columbia except Florida and New York',
    )
    expect(statesInWords([...STATES, 'PR'])).toBe('the 50 states and the District of Columbia, and Puerto Rico')
    expect(statesInWords(inListOrder(['UT', 'NV', 'PR']))).toBe('Nevada, Utah, and Puerto Rico')
  })

  it.each([
    ['1 Fort Street\nProvo, UT 84601', 'UT'],
    ['1 Fort St, Charleston, West Virginia 25301-1234, USA', 'WV'],
    ['1 Fort St\nAlbany\nNew York, 12207\nUnited States of America', 'NY'],
    ['1 Fort St, Washington D.C. 20001', 'DC'],
    ['12 Georgia Avenue, Ulm', null],
  ])('a card with the address %j is from %s [B-22.5]', (address, region) => {
    expect(regionOfPostalAddress(address)).toBe(region)
  })

  it('a state is read by its letters alone [B-22.5]', () => {
    expect(['ut', ' Utah ', 'Washington, DC', 'd.c.', 'Ontario', ''].map(regionOf)).toEqual([
      'UT',
      'UT',
      'DC',
      'DC',
      null,
      null,
    ])
  })
})
