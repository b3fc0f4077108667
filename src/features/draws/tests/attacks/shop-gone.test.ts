import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { failedStep, openAttackedShop, type Victim } from './adversary.ts'

const PYTHON = fileURLToPath(new URL('../../../../../packages/draw/verifiers/redoubt-verify.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0

const TREE = ['draw_leaf', 'draw_tree', 'draw_freeze']

type Found = { status: number | null; winner?: number; places?: number[]; steps: { step: number; ok: boolean }[] }

describe.skipIf(!hasPython)('a stranger with Python alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stranger-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  /** What "Save my receipt" saves. */
  const receiptOf = ({ receipt, vkey, holderSecret, nonces }: Victim['kept']) =>
    file(
      'receipt.json',
      JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey }),
    )
  /** Python reads no variable of the environment, and no module beside the file. */
  const python = (...words: string[]): Found => {
    const { status, stdout } = spawnSync('python3', ['-I', PYTHON, '--json', ...words], {
      encoding: 'utf8',
      cwd: folder,
    })
    return { status, ...JSON.parse(stdout) }
  }

  it('names the steps that the owner of the database broke, and finds the winner of the shop that is gone', async () => {
    const shop = await openAttackedShop()
    const { beacon } = shop.shop.system
    const [drawn, gone] = [await shop.drawn('Drawn Kit'), await shop.entered('Orphaned Kit')]
    const [victim, , thief] = drawn.victims
    const fair = await shop.published(drawn)
    expect(python(file('draw.json', fair), receiptOf(victim!.kept)).status).toBe(0)
    const lines = await shop.linesOf(drawn)
    for (const [changed, step] of [
      [lines.with(3, lines[8]!.replace(/ 8 | 9 /, ' 39 ')), 6],
      [[...lines, lines[3]!], 5],
    ] as const) {
      const published = await shop.during(
        TREE,
        () => shop.writeTree(drawn, changed),
        () => shop.published(drawn),
      )
      expect(python(file('draw.json', published)).status).toBe(step)
      expect(failedStep(published)).toBe(step)
    }
    const sold = { ...victim!.kept, nonces: thief!.kept.nonces! }
    expect(python(file('draw.json', fair), receiptOf(sold)).status).toBe(12)

    const [robbed, , robber] = gone.victims
    await shop.sql(
      `insert into draw_event (giveaway_id, at, kind, person_id, into_person_id)
        select giveaway_id, at, 'same', person_id, $3 from claim_event where giveaway_id = $1 and person_id = $2`,
      [gone.id, robbed!.userId, robber!.userId],
    )
    await shop.sql('update giveaway_entry set user_id = $3 where giveaway_id = $1 and user_id = $2', [
      ...[gone.id, robbed!.userId, robber!.userId],
    ])
    const { round: number, drawsAt } = await shop.freeze(gone)
    const kept = file('draw.json', (await shop.shop.call(`/api/giveaways/${gone.id}/draw.json`)).text)
    const mine = receiptOf(gone.victims[1]!.kept)
    expect(python(kept, mine).status).toBe(9)
    // What the living shop would have drawn.
    shop.shop.clock.set(drawsAt)
    const round = (await beacon.round(number))!
    const living = verifyBundle(await shop.published(gone), { signature: round.signature })
    await shop.disconnect()
    await shop.shop.close()
    const relayed = file('round.json', JSON.stringify(round))
    const found = python(kept, mine, '--round-file', relayed)
    expect(found).toMatchObject({ status: 0, winner: living.winner, places: living.places })
    expect(found.steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(python(kept, receiptOf(robbed!.kept), '--round-file', relayed).status).toBe(12)
  })
})
