import { beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { drawByRound } from '../../commands/draw-by-round.server.ts'
import { tendDraws } from '../../commands/tend-draws.server.ts'
import { failedStep, openAttackedShop, type Scene } from './adversary.ts'

/** Rows 2, 3, 8 and 10 of the attack table after the freeze: the database's owner changes the sealed list. */
const shop = await openAttackedShop()
const { sql, linesOf, published, writeTree, during } = shop
const { system, clock } = shop.shop

const THIEF = 'f'.repeat(32)
const MARK = 'e'.repeat(32)
const AT = 1_772_452_800_000
const TREE = ['draw_leaf', 'draw_tree', 'draw_freeze']
const withHolder = (line: string) => line.split(' ').with(4, THIEF).join(' ')

/** The tree of nine entries starts with the leaf `open`. The step is the verifier's. */
const CHANGES: [string, (lines: string[]) => string[], number][] = [
  ['gives an entry to another holder', lines => lines.with(5, withHolder(lines[5]!)), 6],
  ['drops an entry', lines => lines.toSpliced(4, 1), 6],
  ['drops the last entry', lines => lines.slice(0, -1), 6],
  ['enters a number twice', lines => [...lines, lines[4]!], 5],
  ['exchanges two records', lines => lines.toSpliced(2, 2, lines[3]!, lines[2]!), 6],
  ['merges a holder into another', lines => [...lines, `same ${AT} ${lines[1]!.split(' ')[4]} ${THIEF}`], 6],
  ['moves an entry', lines => [...lines, `move ${AT} 1 33 ${MARK}`], 6],
  ['takes an entry out', lines => [...lines, `out ${AT} 1 staff`], 6],
  ['adds an entry', lines => [...lines, `enter ${AT} 30 credit ${THIEF} ${MARK}`], 6],
  ['adds a backdated card', lines => [...lines, `mail ${AT} 41 ${THIEF} ${MARK} 2026-02-01 1`], 6],
  ['opens the tree under other terms', lines => lines.with(0, lines[0]!.replace(/.{64}$/, 'a'.repeat(64))), 5],
]

const ROWS: [string, string][] = [
  [
    'gives a row to another person',
    'update giveaway_entry set user_id = $2 where giveaway_id = $1 and slot_number = 1',
  ],
  [
    'exchanges the owners of two numbers',
    `update giveaway_entry e set user_id = o.user_id from giveaway_entry o
      where e.giveaway_id = $1 and o.giveaway_id = $1 and o.user_id <> $2 and e.slot_number + o.slot_number = 6`,
  ],
  ['deletes a row', 'delete from giveaway_entry where giveaway_id = $1 and slot_number = 5 and user_id <> $2'],
  [
    'adds a row',
    `insert into giveaway_entry (id, giveaway_id, user_id, slot_number, created_at)
      select gen_random_uuid(), giveaway_id, $2, 20, created_at from giveaway_entry where giveaway_id = $1 and slot_number = 1`,
  ],
]

describe('a list that was frozen and is waiting for its round', () => {
  let scene: Scene
  beforeAll(async () => {
    const frozen = await shop.frozen('Waiting Kit')
    clock.set(frozen.drawsAt)
    scene = frozen
  })
  const refused = () => expect(drawByRound(system, scene.id)).rejects.toMatchObject({ code: 'evidence_altered' })

  // What each change breaks is looked at where the list was drawn.
  it.each(firstOf(CHANGES, 2))('is not drawn when its owner %s [B-17.11]', async (_, change) => {
    await during(TREE, async () => writeTree(scene, change(await linesOf(scene))), refused)
  })

  it.each(ROWS)('is not drawn when its owner %s [B-17.11]', async (_, change) => {
    await during(['giveaway_entry'], () => sql(change, [scene.id, scene.victims[2]!.userId]), refused)
  })

  it('is drawn as it was sealed', async () => {
    await tendDraws(system)
    expect(failedStep(await published(scene))).toBeNull()
  })
})

describe('a list that was drawn', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await shop.drawn('Drawn Kit')
  })
  const step = async () => failedStep(await published(scene))

  it('passes all steps untouched', async () => {
    expect(await step()).toBeNull()
  })

  it.each(CHANGES)('fails when its owner %s [B-17.11]', async (_, change, named) => {
    const tampered = during(TREE, async () => writeTree(scene, change(await linesOf(scene))), step)
    expect(await tampered).toBe(named)
  })
})
