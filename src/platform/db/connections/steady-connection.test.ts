import { expect, inject, it } from 'vitest'
import { closeAfter } from '#platform/testing/close-after.ts'
import { withDatabase } from './embedded-postgres.server.ts'
import { createSteadyConnection } from './steady-connection.server.ts'

/** A timer may fire a little before its time. */
const LEAST_PAUSE_MS = 240

it('a refused connection is tried again after a pause, also when it ends after the refusal', async () => {
  const failedAt: number[] = []
  const connection = createSteadyConnection({
    url: withDatabase(inject('databaseUrl'), 'no_such_database'),
    name: 'refused',
    everyMs: 1000,
    timeoutMs: 60_000,
    onOpen: () => {},
    onFailure: ({ kind }) => failedAt.push(kind === 'unreachable' ? performance.now() : Number.NaN),
  })
  closeAfter(connection.stop)
  connection.start()
  await expect.poll(() => failedAt.length).toBeGreaterThan(3)
  const pauses = failedAt.slice(1).map((at, turn) => at - failedAt[turn]!)
  expect(pauses.filter(pause => !(pause >= LEAST_PAUSE_MS))).toEqual([])
})
