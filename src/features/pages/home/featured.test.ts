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
const chosen = (giveaways: ReturnType<typeof giveaway>[], count = 9) => {
  const { lead, others } = chooseFeatured(giveaways, count)
  return { lead: lead?.id, others: others.map(({ id }) => id) }
}

it('the open giveaway leads, then upcoming ones come first and sold-out ones last [B-2.32] [B-2.88] [B-9.20]', () => {
  const all = [
    giveaway('sold', 'sold-out', '2026-01-01T00:00:00Z'),
    giveaway('open', 'open', '2026-02-01T00:00:00Z'),
    giveaway('next', 'upcoming', '2026-09-01T00:00:00Z'),
    giveaway('early', 'early-access', '2026-08-01T00:00:00Z'),
  ]
  expect(chosen(all)).toEqual({ lead: 'open', others: ['early', 'next', 'sold'] })
  expect(chosen(all, 2)).toEqual({ lead: 'open', others: ['early'] })
  const closed = all.filter(({ state }) => state !== 'open')
  expect(chosen(closed, 2)).toEqual({ lead: 'early', others: ['next'] })
})

it('the giveaway that closes first comes first, and one without an end after the others', () => {
  const all = [
    giveaway('endless', 'open', null),
    giveaway('later', 'open', '2026-03-01T00:00:00Z'),
    giveaway('soon', 'open', '2026-02-01T00:00:00Z'),
  ]
  expect(chosen(all)).toEqual({ lead: 'soon', others: ['later', 'endless'] })
})

it('ended giveaways are left out', () => {
  expect(chosen([giveaway('closed', 'closed', null), giveaway('drawn', 'drawn', null)])).toEqual({
    lead: undefined,
    others: [],
  })
})
