import { type Bundle, formatBundle, parseBundle } from '@redoubt/draw/bundle.ts'
import { hexOf, sha256Hex, utf8 } from '@redoubt/draw/bytes.ts'
import { replay } from '@redoubt/draw/entries/replay.ts'
import { type Freeze, formatFreeze, parseFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { signRound } from '@redoubt/draw/round/beacon.ts'
import { commitmentOf, drawKey, drawOrder } from '@redoubt/draw/round/order.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { openSeed } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { drawByRound } from '../../commands/draw-by-round.server.ts'
import { handInRound } from '../../commands/hand-in-round.server.ts'
import { selectWinner } from '../../commands/select-winner.server.ts'
import { tendDraws } from '../../commands/tend-draws.server.ts'
import { failedStep, openAttackedShop, type Scene } from './adversary.ts'

/**
 * Rows 1, 5, 6, 11, 15 and 17 of the attack table: the owner knows the secret number and the whole list, and chooses a round, a secret or a
 * result. How seldom choices before the freeze help is in grinding.test.ts.
 */
const shop = await openAttackedShop()
const { entered, freeze, frozen, published, seal, writeDraw, manifestFor, signatureOf, sql } = shop
const { system, clock } = shop.shop

const seconds = () => +clock.now() / 1000
const OTHER_SEED = '5'.repeat(64)

describe('a manifest of the owner’s choice', () => {
  /** The owner knows the round of this moment and those before it. */
  const known = async (manifest: Freeze) => ({ round: manifest.round - 10, time: manifest.time - 10 })
  const forged: [string, (manifest: Freeze) => Promise<Partial<Freeze>>, number][] = [
    ['names a round that is known', known, 3],
    ['names a known round under a later moment', async manifest => ({ round: (await known(manifest)).round }), 8],
    ['waits less than the gap', async ({ time, round }) => ({ round: round - 1, time: time - 1, gap: 9 }), 8],
    ['has another secret number', async () => ({ seed: OTHER_SEED }), 7],
    [
      'has another secret number and its commitment',
      async ({ giveaway }) => ({ seed: OTHER_SEED, commitment: commitmentOf(giveaway, OTHER_SEED) }),
      7,
    ],
    ['leaves a number out of the counts', async ({ credit }) => ({ credit: credit - 1 }), 6],
    ['is of another list', async ({ list }) => ({ list: { ...list, hash: 'b'.repeat(64) } }), 6],
    ['is of terms that were never logged', async () => ({ create: 'c'.repeat(64) }), 2],
  ]

  it('passes all steps untouched', async () => {
    const scene = await entered('Untouched Kit')
    const manifest = await manifestFor(scene)
    await seal(scene, manifest)
    clock.set(new Date(manifest.time * 1000))
    await writeDraw(scene, manifest, (await signatureOf(manifest.round))!)
    expect(failedStep(await published(scene))).toBeNull()
  })

  it.each(firstOf(forged, 4))('is refused by shop and verifier when it %s [B-17.12]', async (_, change, step) => {
    const scene = await entered('Forged Kit')
    const own = await manifestFor(scene)
    const manifest = { ...own, ...(await change(own)) }
    await seal(scene, manifest)
    clock.set(new Date(own.time * 1000))
    await expect(drawByRound(system, scene.id)).rejects.toMatchObject({ code: 'evidence_altered' })
    await writeDraw(scene, { ...manifest, create: own.create }, (await signatureOf(manifest.round))!)
    expect(failedStep(await published(scene))).toBe(step)
  })
})

describe('a result of the owner’s choice', () => {
  let scene: Scene & { round: number }
  let bundle: Bundle
  let manifest: Freeze
  beforeAll(async () => {
    scene = await frozen('Result Kit')
    clock.set(new Date(seconds() * 1000 + 60_000))
    await tendDraws(system)
    bundle = parseBundle(await published(scene))
    manifest = parseFreeze(bundle.freezes[0]!.leaf)
  })
  const later = async (signature?: string) => {
    const round = manifest.round + 5
    return { ...bundle.beacon, round, signature: signature ?? (await signatureOf(round)) }
  }

  it('takes the numbers of a later round', async () => {
    expect(failedStep(formatBundle({ ...bundle, beacon: await later() }))).toBe(8)
  })

  it('takes the signature of a later round for its own', async () => {
    const { signature } = await later()
    expect(failedStep(formatBundle({ ...bundle, beacon: { ...bundle.beacon, signature } }))).toBe(9)
  })

  it('is of a chain whose key the owner has', async () => {
    const beacon = { ...bundle.beacon, signature: signRound(`${'1'.repeat(64)}`, manifest.round) }
    expect(failedStep(formatBundle({ ...bundle, beacon }))).toBe(9)
  })

  it('turns the places round', async () => {
    await writeDraw(scene, manifest, bundle.beacon.signature!, places => places.toReversed())
    expect(failedStep(await published(scene))).toBe(10)
  })

  it('is not in the log', async () => {
    const leaf = bundle.drawn!.leaf.replace(/places (\d+) (\d+)/, 'places $2 $1')
    expect(failedStep(formatBundle({ ...bundle, drawn: { ...bundle.drawn!, leaf } }))).toBe(2)
  })

  it('has other witnesses', async () => {
    const policy = bundle.policy.replace('group witnesses 2', 'group witnesses 1')
    expect(failedStep(formatBundle({ ...bundle, policy }))).toBe(1)
  })
})

describe('an owner who knows the secret number', () => {
  it('asks for an early draw again and again, and gets one round that does not exist yet [B-17.12]', async () => {
    const scene = await entered('Early Kit')
    const first = await freeze(scene)
    const ask = () =>
      selectWinner(system, { giveawayId: scene.id, method: 'random', title: scene.title, reason: 'Again' })
    const { frozen: again } = (await ask()) as { frozen: typeof first }
    expect(again).toEqual(first)
    expect(+first.drawsAt).toBeGreaterThanOrEqual(+clock.now() + 10_000)
    expect(await signatureOf(first.round)).toBeNull()
    const known = (await signatureOf(first.round - 10))!
    await expect(handInRound(system, scene.id, { round: first.round, signature: known })).rejects.toMatchObject({
      code: 'round_refused',
    })
    expect(failedStep(await published(scene), { signature: known })).toBe(9)
  })

  it('cannot cancel a frozen giveaway, and others compute its winner all the same [B-17.13]', async () => {
    const scene = await frozen('Cancelled Kit')
    const answer = await shop.asAdmin(`/api/admin/giveaways/${scene.id}/cancel`, {
      title: scene.title,
      reason: 'A bad winner',
    })
    expect(answer.json).toMatchObject({ code: 'already_frozen' })
    const kept = await published(scene)
    await sql(`update giveaway set closed_reason = 'cancelled', archived_at = now() where id = $1`, [scene.id])
    clock.set(scene.drawsAt)
    const signature = (await signatureOf(scene.round))!
    const { ok, winner } = verifyBundle(kept, { signature })
    expect(ok).toBe(true)
    await tendDraws(system)
    expect(verifyBundle(await published(scene))).toMatchObject({ ok: true, winner })
  })
})

describe('insiders of the beacon, who know every round', () => {
  it('do not know the order without the secret number, which is nowhere public before the freeze', async () => {
    const scene = await entered('Insider Kit')
    await tendDraws(system)
    const seed = await openSeed(system, scene.id)
    const paths = ['', '/draw', '/slots', '/cards'].map(path => `/api/giveaways/${scene.id}${path}`)
    const seen = await Promise.all([...paths, '/api/log/checkpoint', '/api/log'].map(path => shop.shop.call(path)))
    for (const { text } of seen) expect(text).not.toContain(seed)
    const logged = await sql('select leaf from shop_log where giveaway_id = $1', [scene.id])
    expect(logged.some(({ leaf }) => (leaf! as string).includes(seed))).toBe(false)
    const { round, drawsAt } = await freeze(scene)
    clock.set(drawsAt)
    await tendDraws(system)
    const bundle = parseBundle(await published(scene))
    const signature = (await signatureOf(round))!
    const manifest = parseFreeze(bundle.freezes[0]!.leaf)
    const { list } = replay(bundle.entries.split('\n'), { giveaway: scene.id, slots: 40, createHash: manifest.create })
    const orderBy = (guess: string) =>
      drawOrder(drawKey(formatFreeze({ ...manifest, seed: guess }), guess, signature), list).map(({ number }) => number)
    const guesses = Array.from({ length: 100 }, (_, place) => sha256Hex(hexOf(utf8(String(place)))))
    const trueOrder = orderBy(manifest.seed)
    expect(guesses.filter(guess => orderBy(guess).join() === trueOrder.join())).toEqual([])
    expect(verifyBundle(formatBundle(bundle))).toMatchObject({ ok: true, winner: trueOrder[0] })
  })
})
