import { expect, it } from 'vitest'
import { ROLES } from '#kernel/rights.ts'
import { actionsFor } from './use-entries.ts'

const titles = (...input: Parameters<typeof actionsFor>) => actionsFor(...input).map(({ title }) => title)

it('offers what the role may do, by any of its words in any order [B-12.2] [B-12.8] [B-13.5]', () => {
  expect(titles('owner', 'giveaway new')).toEqual(['Create New Giveaway'])
  expect(titles('owner', 'go us')).toEqual(['Go to Users'])
  expect(titles('owner', 'costs')).toEqual(['Go to Costs'])
  expect(titles('support', 'create')).toEqual([])
  expect(titles('fulfilment', 'pack')).toEqual(['Orders to pack'])
  expect(titles('support', 'setup')).toEqual([])
})

it('leads to each place once', () => {
  for (const role of ROLES) {
    const ids = actionsFor(role, '').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
})
