import { expect, it } from 'vitest'
import { chooseFeatured } from './load-home.ts'

const giveaway = (
  id: string,
  state: Parameters<typeof chooseFeatured>[0][number]['state'],
  endDate: string | null,
) => ({
  id,
  state,
  endDate,
})
const chosen = (giveaways: ReturnType<typeof giveaway>[], count = 9) => chooseFeatured(giveaways, count).map(g => g.id)

it('upcoming giveaways come first and sold-out ones last [B-2.32] [B-9.20]', () => {
  const all = [
    giveaway('sold', 'sold-out', '2026-01-01T00:00:00Z'),
    giveaway('open', 'open', '2026-02-01T00:00:00Z'),
    giveaway('next', 'upcoming', '2026-09-01T00:00:00Z'),
    giveaway('early', 'early-access', '2026-08-01T00:00:00Z'),
  ]
  expect(chosen(all)).toEqual(['early', 'next', 'open', 'sold'])
  expect(chosen(all, 2)).toEqual(['early', 'next'])
})

it('the giveaway that closes first comes first, and one without an end after the others', () => {
  const all = [
    giveaway('endless', 'open', null),
    giveaway('later', 'open', '2026-03-01T00:00:00Z'),
    giveaway('soon', 'open', '2026-02-01T00:00:00Z'),
  ]
  expect(chosen(all)).toEqual(['soon', 'later', 'endless'])
})

it('ended giveaways are left out', () => {
  expect(chosen([giveaway('closed', 'closed', null), giveaway('drawn', 'drawn', null)])).toEqual([])
})
