import { expect, it } from 'vitest'
import { mergeEdits } from './edit-conflict.tsx'

const opened = { title: 'Rifle', value: '500', tiers: ['Gold'], note: '' }

it('keeps a field that one of two changed, and asks about fields that both changed [B-13.72]', () => {
  const mine = { ...opened, title: 'Rifle kit', value: '600' }
  const theirs = { ...opened, value: '550', tiers: ['Gold', 'Silver'] }
  expect(mergeEdits(opened, mine, theirs)).toEqual({
    merged: { title: 'Rifle kit', value: '600', tiers: ['Gold', 'Silver'], note: '' },
    disputed: ['value'],
    taken: ['tiers'],
  })
})

it('equal edits of both cause no question', () => {
  const both = { ...opened, tiers: ['Bronze'] }
  expect(mergeEdits(opened, both, { ...both })).toEqual({ merged: both, disputed: [], taken: [] })
})
