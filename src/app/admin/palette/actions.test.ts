import { expect, it } from 'vitest'
import { ROLES } from '#kernel/rights.ts'
import { actionsFor } from './actions.ts'

const titles = (...input: Parameters<typeof actionsFor>) => actionsFor(...input).map(({ title }) => title)
const all = () => true

it('offers what the role may do, by any of its words in any order [B-12.2] [B-12.8] [B-13.5]', () => {
  expect(titles('owner', 'giveaway new', all)).toEqual(['Create New Giveaway'])
  expect(titles('owner', 'go us', all)).toEqual(['Go to Users'])
  expect(titles('owner', 'costs', all)).toEqual(['Go to Costs'])
  expect(titles('support', 'create', all)).toEqual([])
  expect(titles('fulfilment', 'pack', all)).toEqual(['Orders to pack'])
  expect(titles('support', 'setup', all)).toEqual([])
})

it('leads only to existing places, each once', () => {
  expect(titles('owner', 'go', name => name === 'orders')).toEqual(['Go to Orders'])
  for (const role of ROLES) {
    const ids = actionsFor(role, '', all).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
})
