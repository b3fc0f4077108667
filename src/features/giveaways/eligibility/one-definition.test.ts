import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { REGION_KEYS, REGIONS, regionOf, STATES } from '#kernel/shipping/us-states.ts'
import { entryEligibility } from '../giveaway/eligibility/rules.ts'

const shop = await testShop()
const { db } = shop.services

it('SQL and code read the same states [B-22.5]', async () => {
  const typed = [
    ...Object.keys(REGION_KEYS),
    ...STATES.map(code => `${code[0]}. ${code[1]}.`),
    'utah',
    'Ontario',
    '',
    ' ',
  ]
  const { rows } = await sql<{ typed: string; read: string | null }>`
    select typed, us_state(typed) as read from unnest(${typed}::text[]) with ordinality as t (typed, place) order by place`.execute(
    db,
  )
  expect(rows).toEqual(typed.map(text => ({ typed: text, read: regionOf(text) })))
  expect(new Set(rows.map(({ read }) => read))).toEqual(new Set([...REGIONS, null]))
})

it('SQL and code refuse the same persons [B-22.3] [B-22.4] [B-22.5]', async () => {
  const cases = ['2028-02-29T01:00:00Z', '2026-03-02T23:30:00Z'].flatMap(at =>
    [null, '2001-03-02', '2003-02-28', '2003-03-01', '2005-03-03', '1990-01-01'].flatMap(birthDate =>
      [null, 21, 25].flatMap(minimumAge =>
        [
          { country: null, state: null },
          { country: 'CA', state: 'ON' },
          ...['Utah', 'PR', 'Utopia', 'TX'].map(state => ({ country: 'US', state })),
        ].map(place => ({ at, birthDate, minimumAge, ...place })),
      ),
    ),
  )
  const { rows } = await sql<{ refusal: string | null }>`
    select entry_refusal('{UT,NY}', (c ->> 'minimumAge')::int, (c ->> 'birthDate')::date, c ->> 'country', c ->> 'state',
      (c ->> 'at')::timestamptz) as refusal
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as t (c, place) order by place`.execute(
    db,
  )
  const eligibleStates = ['UT', 'NY']
  const expected = cases.map(
    ({ at, minimumAge, ...person }) =>
      entryEligibility({ eligibleStates, minimumAge }, person, new Date(at))?.code ?? null,
  )
  expect(rows.map(({ refusal }) => refusal)).toEqual(expected)
  expect(new Set(expected).size).toBe(6)
})
