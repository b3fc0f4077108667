import { expect, it } from 'vitest'
import { newId } from './ids.server.ts'

it('ids rise, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
})
