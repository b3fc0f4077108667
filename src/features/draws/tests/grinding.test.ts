import { createHash, createHmac } from 'node:crypto'
import { markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { listHash } from '@redoubt/draw/entries/replay.ts'
import { formatFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { sandboxChain, signRound, timeOfRound } from '@redoubt/draw/round/beacon.ts'
import { commitmentOf, drawKey, drawOrder } from '@redoubt/draw/round/order.ts'
import { expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'

/** An attacker reads the whole database with the seed, holds one entry of a hundred, and has 10,000 free choices before the list is frozen. */
const ENTRIES = 100
const CHOICES = 10_000
const DRAWS = Number(process.env.GRINDING_DRAWS ?? few(20, 100))
const GIVEAWAY = '0193a000-0000-7000-8000-000000000009'
const MINE = ENTRIES

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
/** Reproducible choices of the shop and its entrants, in hex. */
const secret = (...names: (string | number)[]) => sha256(names.join(' '))

/**
 * Version 1 of the draw, removed in 0.10.0: the winner follows from the seed and the list alone, and a pseudonym from an e-mail that the
 * sender of a card types.
 */
function winnerOfVersion1(seed: string, people: readonly string[]): number {
  const hmac = (message: string) => createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest()
  const lines = people.map((person, index) => `${index + 1} ${hmac(`person:${person}`).toString('hex', 0, 8)}\n`)
  const hash = sha256(`redoubt-draw-1 ${GIVEAWAY}\n${lines.join('')}`)
  return Number(hmac(`${hash}:0`).readBigUInt64BE() % BigInt(people.length)) + 1
}

it('version 1 lets the reader of the seed win every draw with one card', () => {
  for (let draw = 0; draw < few(3, 20); draw++) {
    const seed = secret('seed', draw)
    const others = Array.from({ length: ENTRIES - 1 }, (_, index) => `shopper${index}@example.com`)
    const wins = (choice: number) => winnerOfVersion1(seed, [...others, `me+${choice}@example.com`]) === MINE
    const choice = Array.from({ length: CHOICES }, (_, index) => index).find(wins)
    expect(choice).toBeDefined()
  }
})

const CHAIN_KEY = `0${secret('chain').slice(1)}`
const chain = sandboxChain(CHAIN_KEY, 3, 1_700_000_000)

const manifestOf = (draw: Draw, choice: number) => formatFreeze({ ...draw.manifest, tree: draw.treeOf(choice) })
type Draw = ReturnType<typeof drawOf>

/** All that decides a draw of version 2. The attacker's choice enters by the root: the mark of his entry is his alone. */
function drawOf(draw: number) {
  const seed = secret('seed', draw)
  const list = Array.from({ length: ENTRIES }, (_, index) => ({
    number: index + 1,
    holder: secret('holder', draw, index).slice(0, 32),
  }))
  const round = 100_000 + draw
  const manifest = {
    log: 'shop.example/redoubt/log',
    giveaway: GIVEAWAY,
    create: secret('create', draw),
    list: { size: ENTRIES, hash: listHash(GIVEAWAY, list) },
    credit: ENTRIES,
    auto: 0,
    mail: 0,
    staff: 0,
    commitment: commitmentOf(GIVEAWAY, seed),
    seed,
    beacon: chain.chain,
    round,
    time: timeOfRound(chain, round),
    gap: 3600,
    margin: 300,
  }
  const treeOf = (choice: number) => ({
    size: ENTRIES + 1,
    root: secret('root', draw, markOf(secret('nonce', draw, choice).slice(0, 32))),
  })
  return { seed, list, round, manifest, treeOf }
}

const winnerOf = (draw: Draw, choice: number, signature: string) =>
  drawOrder(drawKey(manifestOf(draw, choice), draw.seed, signature), draw.list, 1)[0]!.number

/** The attacker's best: the first choice that wins under `known`, the latest round at the freeze. */
function bestChoice(draw: Draw, known: string): number | undefined {
  for (let choice = 0; choice < CHOICES; choice++) if (winnerOf(draw, choice, known) === MINE) return choice
}

it('version 2 gives the same reader the chance of the one entry that he holds', () => {
  let wins = 0
  for (let index = 0; index < DRAWS; index++) {
    const draw = drawOf(index)
    const choice = bestChoice(draw, signRound(CHAIN_KEY, draw.round - 1200))
    // The choices are free and many enough: under the round that he knows he wins every draw.
    expect(choice).toBeDefined()
    if (winnerOf(draw, choice!, signRound(CHAIN_KEY, draw.round)) === MINE) wins++
  }
  // The interval that holds 99.9% of binomial counts.
  const chance = 1 / ENTRIES
  const spread = 3.2905 * Math.sqrt(DRAWS * chance * (1 - chance)) + 0.5
  expect(Math.abs(wins - DRAWS * chance), `${wins} wins of ${DRAWS}`).toBeLessThan(spread)
}, 3_600_000)
