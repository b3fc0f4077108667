import { parseBundle } from '@redoubt/draw/bundle.ts'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { formatPassed, type Passed } from '@redoubt/draw/log/log-leaf.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { publishLog } from '#features/draw-log/log/commands/publish-log.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { passToAlternate } from '../../commands/pass-to-alternate.server.ts'
import { failedStep, openAttackedShop, type Scene } from './adversary.ts'

/** Row 9 of the attack table: who gains by place 2 makes place 1 fail. */
const shop = await openAttackedShop()
const { drawn, published, log, during, sql } = shop
const { system, clock } = shop.shop

const LOG = ['shop_log', 'shop_log_tree', 'log_checkpoint', 'cosignature', 'draw_alternate']

describe('the drawn order', () => {
  let scene: Scene
  let places: number[]
  beforeAll(async () => {
    scene = await drawn('Passed Kit')
    places = verifyBundle(await published(scene)).places!
  })
  const passedOn = (place: number, change: Partial<Passed> = {}): Passed => ({
    ...{ giveaway: scene.id, at: +clock.now(), place, number: places[place - 1]! },
    ...{ reason: 'declined', notice: sha256Hex('A letter'), ...change },
  })

  it('goes on by one place for each pass in the log', async () => {
    const passing = {
      giveawayId: scene.id,
      place: 1,
      reasonClass: 'no_reply',
      noticeHash: sha256Hex('A letter'),
    } as const
    await transact(system, tx => passToAlternate(tx, passing))
    await publishLog(system)
    expect(verifyBundle(await published(scene))).toMatchObject({ ok: true, winner: places[1] })
    await expect(transact(system, tx => passToAlternate(tx, passing))).rejects.toMatchObject({ code: '23505' })
  })

  const forged: [string, (passed: typeof passedOn) => string][] = [
    ['place 3 before place 2', passed => formatPassed(passed(3))],
    ['a place twice', passed => formatPassed(passed(1))],
    ['a place under another number', passed => formatPassed(passed(2, { number: places[2]! }))],
    ['a place earlier than the one above it', passed => formatPassed(passed(2, { at: +clock.now() - 1000 }))],
    ['a place of another giveaway', passed => formatPassed(passed(2, { giveaway: crypto.randomUUID() }))],
    ['a place without proof of notice', passed => formatPassed(passed(2)).replace(/notice .*/, 'notice none')],
    ['a place without a reason', passed => formatPassed(passed(2)).replace(/reason .*\n/, '')],
  ]
  it.each(forged)('does not pass %s [B-17.17]', async (_, leaf) => {
    // The witnesses cosign every leaf that continues the log; what they saw stays.
    const index = await log('passed', scene.id, leaf(passedOn))
    await publishLog(system)
    expect(failedStep(await published(scene))).toBe(11)
    await sql(`update shop_log set kind = 'forged' where index = $1`, [index])
    expect(failedStep(await published(scene))).toBeNull()
  })

  it('shows a pass that is in the database and not in the log', async () => {
    const winnerOf = async () => verifyBundle(await published(scene)).winner
    const before = await winnerOf()
    const change = () =>
      sql(
        `insert into draw_alternate (giveaway_id, place, promoted_at, next_slot, next_entry_id)
          select giveaway_id, 2, now(), $2, id from giveaway_entry where giveaway_id = $1 and slot_number = $2`,
        [scene.id, places[2]],
      )
    expect(await during(LOG, change, winnerOf)).toBe(before)
    expect(before).toBe(places[1])
    expect(parseBundle(await published(scene)).passed.length).toBe(1)
  })
})
