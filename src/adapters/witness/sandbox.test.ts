import { cosignedAt } from '@redoubt/draw/log/checkpoint.ts'
import { parseNote, parseSignatureLine, parseVerifierKey } from '@redoubt/draw/log/note.ts'
import { createTestLog, type TestLog } from '@redoubt/witness/testing/test-log.ts'
import { describe, expect, it } from 'vitest'
import type { CosignAnswer, Witness } from '#kernel/ports/witness.ts'
import { openTestDatabase, testDatabase } from '#platform/testing/database.ts'
import { createSandboxWitnesses } from './sandbox.server.ts'

const database = await testDatabase(20)

let time = new Date('2026-11-23T12:00:00Z')

async function start(): Promise<Witness[]> {
  const { witnesses, start } = createSandboxWitnesses(database.pool, () => time)
  await start()
  return [...witnesses]
}

const logOf = (name: string) => createTestLog(12, { origin: `${name}.example/log` })

async function submit(witness: Witness, log: TestLog, oldSize: number, size?: number): Promise<CosignAnswer> {
  return witness.cosign({ ...(await log.addition(oldSize, size)), logVkey: log.signer.vkey })
}

const evidenceKinds = async () =>
  (await database.pool.query(`select record->>'kind' as kind from witness_sandbox.evidence order by at`)).rows.map(
    ({ kind }) => kind,
  )

describe('the three sandbox witnesses', () => {
  it('have keys of their own that processes share and that survive a restart', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const keysOf = (witnesses: Witness[]) => witnesses.map(({ vkey }) => vkey)
    expect(keysOf(second)).toEqual(keysOf(first))
    expect(new Set(keysOf(first)).size).toBe(3)
    expect(first.every(({ isOurs }) => isOurs)).toBe(true)
    const other = await openTestDatabase(2)
    const elsewhere = createSandboxWitnesses(other.pool, () => time)
    await elsewhere.start()
    expect(elsewhere.witnesses[0]!.vkey).not.toBe(first[0]!.vkey)
    await other.close()
  })

  it('cosign at the shop’s clock', async () => {
    const [witness] = await start()
    const log = logOf('clock')
    for (const [oldSize, size, hours] of [
      [0, 4, 0],
      [4, 9, 5],
    ] as const) {
      time = new Date(+time + hours * 3_600_000)
      const answer = await submit(witness!, log, oldSize, size)
      const key = parseVerifierKey(witness!.vkey)
      const { body } = parseNote(await log.checkpoint(size))
      expect('line' in answer && cosignedAt(body, key, parseSignatureLine(answer.line))).toBe(+time / 1000)
    }
  })

  it('answer a conflict with their size, and refuse forks and another key of the log', async () => {
    const [witness] = await start()
    const log = logOf('forks')
    await submit(witness!, log, 0, 8)
    expect(await submit(witness!, log, 3, 9)).toEqual({ conflict: 8 })
    const fork = log.branch(7, 'another entry')
    await expect(submit(witness!, fork, 8)).rejects.toMatchObject({ fault: 'inconsistent' })
    const otherKey = createTestLog(12, { origin: 'forks.example/log', secret: 2 })
    await expect(submit(witness!, otherKey, 8)).rejects.toMatchObject({ fault: 'unknown_log' })
    expect(await evidenceKinds()).toEqual(['fork'])
    const [restarted] = await start()
    await expect(submit(restarted!, fork, 8)).rejects.toMatchObject({ fault: 'inconsistent' })
    expect(await submit(restarted!, log, 8, 12)).toHaveProperty('line')
  })

  it('cosign one history when many forks arrive concurrently in two processes', async () => {
    const [[first], [second]] = await Promise.all([start(), start()])
    const log = logOf('race')
    const forks = Array.from({ length: 24 }, (_fork, n) => log.branch(n % 3, `fork ${n}`))
    const answers = await Promise.all(forks.map((fork, n) => submit(n % 2 === 0 ? first! : second!, fork, 0)))
    expect(answers.filter(answer => 'line' in answer)).toHaveLength(1)
    expect(answers.filter(answer => 'conflict' in answer)).toHaveLength(23)
  })
})
