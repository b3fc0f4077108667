import { validate, version } from 'uuid'
import { expect, it } from 'vitest'
import { newId } from './ids.server.ts'

it('ids of one process are UUIDs of version 7, rise, and are never equal', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.every(id => validate(id) && version(id) === 7)).toBe(true)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  // The last 62 bits of neighbours have nothing in common, so that an id tells nothing about the next one.
  expect(new Set(ids.map(id => id.slice(-8))).size).toBeGreaterThan(ids.length - 10)
})
