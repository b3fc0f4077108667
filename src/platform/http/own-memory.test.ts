import { expect, it } from 'vitest'
import { freeOwnMemory, inOwnMemory } from './own-memory.server.ts'

const SMALL = 'a small text'

it('a small text in own memory holds its own bytes alone', () => {
  const shared = Buffer.from(SMALL)
  const own = inOwnMemory(shared)
  expect([shared.buffer.byteLength > shared.length, own.buffer.byteLength]).toEqual([true, SMALL.length])
  expect(own.toString()).toBe(SMALL)
  expect(inOwnMemory(own)).toBe(own)
})

it('freed bytes hold no memory, and memory shared with others stays', () => {
  const before = process.memoryUsage().arrayBuffers
  const pieces = Array.from({ length: 64 }, () => Buffer.alloc(1_000_000))
  // Twice, as two readers of a body may.
  for (let n = 0; n < 2; n++) pieces.forEach(freeOwnMemory)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000)
  const shared = Buffer.from(SMALL)
  freeOwnMemory(shared)
  expect(shared.toString()).toBe(SMALL)
})
