import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseBundle } from '@redoubt/draw/bundle.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { openAttackedShop } from './adversary.ts'

const PYTHON = fileURLToPath(new URL('../../../../../../packages/draw/verifiers/redoubt-verify.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)('a stranger with Python alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stranger-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const python = (...words: string[]) => {
    const { status, stdout } = spawnSync('python3', ['-I', PYTHON, '--json', ...words], {
      encoding: 'utf8',
      cwd: folder,
    })
    return {
      status,
      ...(JSON.parse(stdout) as { winner?: number; places?: number[]; steps: { step: number; ok: boolean }[] }),
    }
  }

  it('finds the winner of a shop that was killed after the freeze, from a bundle, a receipt and the round', async () => {
    const shop = await openAttackedShop()
    const gone = await shop.frozen('Orphaned Kit')
    const kept = file('draw.json', (await shop.shop.call(`/api/giveaways/${gone.id}/draw.json`)).text)
    const { beacon, clock, ...mine } = { beacon: shop.shop.system.beacon, clock: shop.shop.clock, ...gone.victims[1]! }
    const { receipt, vkey, holderSecret, nonces } = mine.kept
    const saved = file(
      'receipt.json',
      JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey }),
    )
    expect(python(kept, saved).status).toBe(9)
    // What the living shop would have drawn.
    clock.set(gone.drawsAt)
    const round = (await beacon.round(gone.round))!
    const living = verifyBundle(parseBundle(await shop.published(gone)), { signature: round.signature })
    await shop.close()
    const relayed = file('round.json', JSON.stringify({ ...round, randomness: null }))
    const found = python(kept, saved, '--round-file', relayed)
    expect(found).toMatchObject({ status: 0, winner: living.winner, places: living.places })
    expect(found.steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })
})
