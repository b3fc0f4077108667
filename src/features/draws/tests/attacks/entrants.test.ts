import { parseBundle } from '@redoubt/draw/bundle.ts'
import { hexOf, sha256Hex, utf8 } from '@redoubt/draw/bytes.ts'
import { parseReceipt } from '@redoubt/draw/entries/receipt.ts'
import { formatCreate, parseCreate } from '@redoubt/draw/log/log-leaf.ts'
import { leafHash } from '@redoubt/draw/log/merkle.ts'
import { parseNote } from '@redoubt/draw/log/note.ts'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { storeSeeds } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { readHolderSecret } from '#features/draw-log/tree/queries/holders.server.ts'
import { tendDraws } from '../../commands/tend-draws.server.ts'
import { failedStep, openAttackedShop, type Scene } from './adversary.ts'

/**
 * Rows 7, 8 and 13 of the attack table: the owner robs one entrant before the freeze, so that the sealed list is honest in itself. The
 * bundle alone holds; the receipt of the robbed entrant fails in step 12.
 */
const shop = await openAttackedShop()
const { entered, freeze, drawn, published, linesOf, writeTree, manifestFor, seal, writeDraw, log, sql, during } = shop
const { system, clock } = shop.shop

/** Asserts that the bundle and the receipts of the others hold. @returns what the victim's receipt says. */
async function receiptStep(scene: Scene): Promise<{ step: number; ok: boolean; sentence: string }> {
  const bundle = await published(scene)
  const [victim, ...others] = scene.victims
  expect(failedStep(bundle)).toBeNull()
  expect(failedStep(bundle, { receipt: others[0]!.kept })).toBeNull()
  return verifyBundle(bundle, { receipt: victim!.kept }).steps.at(-1)!
}

const SAME_OWNER = 'update giveaway_entry set user_id = $3 where giveaway_id = $1 and user_id = $2'
const NO_ENTRY = 'delete from giveaway_entry where giveaway_id = $1 and user_id = $2 and $3 <> $2'
const OF_VICTIM = 'where giveaway_id = $1 and person_id = $2 and $3 <> $2'

/** $1 is the giveaway, $2 the victim, $3 the thief. The claims still wait for their leaves. */
const IN_THE_DATABASE: [string, string[], string][] = [
  ['denies an entry that it confirmed', [`delete from claim_event ${OF_VICTIM}`, NO_ENTRY], 'left it out of the list'],
  [
    'writes an entry to another person',
    ['update claim_event set person_id = $3, holder = null where giveaway_id = $1 and person_id = $2', SAME_OWNER],
    'left it out of the list',
  ],
  [
    'merges the entrant into another person',
    [
      `insert into draw_event (giveaway_id, at, kind, person_id, into_person_id)
        select giveaway_id, at, 'same', person_id, $3 from claim_event where giveaway_id = $1 and person_id = $2`,
      SAME_OWNER,
    ],
    'joined to another holder',
  ],
  [
    'takes an entry out',
    [
      `insert into draw_event (giveaway_id, at, kind, person_id, number, reason)
        select giveaway_id, at, 'out', person_id, unnest(numbers), 'staff' from claim_event ${OF_VICTIM}`,
      NO_ENTRY,
    ],
    'taken out before the list was sealed',
  ],
  [
    'exchanges the browser’s marks',
    [`update claim_event set marks = array[md5(marks[1]), md5(marks[2]), md5(marks[3])] ${OF_VICTIM}`],
    'left it out of the list',
  ],
  [
    'enters later than it promised',
    [`update claim_event set at = at + interval '1 hour' ${OF_VICTIM}`],
    'left it out of the list',
  ],
]

describe('the receipt of an entrant', () => {
  it('holds in an honest draw', async () => {
    const scene = await drawn('Honest Kit')
    const bundle = await published(scene)
    for (const { kept } of scene.victims) expect(failedStep(bundle, { receipt: kept })).toBeNull()
  })

  it.each(firstOf(IN_THE_DATABASE, 3))('shows that the shop %s [B-17.14]', async (_, changes, sentence) => {
    const scene = await entered('Robbed Kit')
    const [victim, , thief] = scene.victims
    for (const change of changes) await sql(change, [scene.id, victim!.userId, thief!.userId])
    const { drawsAt } = await freeze(scene)
    clock.set(drawsAt)
    await tendDraws(system)
    expect(await receiptStep(scene)).toEqual({ step: 12, ok: false, sentence: expect.stringContaining(sentence) })
  })

  it('shows that one record was sold to two people: the mark is of one browser alone [B-17.14]', async () => {
    const scene = await drawn('Sold Twice Kit')
    const [first, second] = scene.victims
    // The second buyer gets the first one's receipt and secret; the nonces never left the browsers.
    const sold = { ...first!.kept, nonces: second!.kept.nonces! }
    const bundle = await published(scene)
    expect(failedStep(bundle, { receipt: first!.kept })).toBeNull()
    expect(failedStep(bundle, { receipt: sold })).toBe(12)
  })

  it('shows after the draw whose the winner is, wherever the prize was written to', async () => {
    const scene = await drawn('Prize Kit')
    const { winner } = verifyBundle(await published(scene))
    const victim = scene.victims.find(({ numbers }) => numbers.includes(winner!))!
    const thief = scene.victims.find(person => person !== victim)!
    await sql('update giveaway_entry set user_id = $2 where giveaway_id = $1 and slot_number = $3', [
      ...[scene.id, thief.userId, winner],
    ])
    const bundle = await published(scene)
    expect(failedStep(bundle, { receipt: victim.kept })).toBeNull()
    const { sentence } = verifyBundle(bundle, { receipt: victim.kept }).steps.at(-1)!
    expect(sentence.match(/\d+/g)).toContain(String(winner))
    const holderSecret = await readHolderSecret(system, scene.id, thief.userId)
    expect(failedStep(bundle, { receipt: { ...victim.kept, holderSecret } })).toBe(12)
  })

  it('shows with its proofs that secret and commitment were changed together during the sale [B-17.14]', async () => {
    const scene = await entered('Changed Secret Kit')
    await tendDraws(system)
    const victim = scene.victims[0]!
    const lines = await linesOf(scene)
    const { leaves } = parseReceipt(parseNote(victim.kept.receipt).body)
    const proofs = await Promise.all(
      leaves.map(async leaf => {
        const { status, json } = await shop.shop.call(`/api/giveaways/${scene.id}/proof/${lines.indexOf(leaf)}`)
        expect(status).toBe(200)
        return json
      }),
    )
    const [created] = await sql(`select leaf from shop_log where giveaway_id = $1 and kind = 'create'`, [scene.id])
    const leaf: string = created!.leaf!
    const seed = '7'.repeat(64)
    const commitment = commitmentOf(scene.id, seed)
    const create = formatCreate({ ...parseCreate(leaf), commitment })
    await log('create', scene.id, create)
    await sql('delete from sealed_giveaway_seed where giveaway_id = $1', [scene.id])
    await storeSeeds(system, [{ giveawayId: scene.id, seed }])
    await sql('update giveaway set commitment = $2 where id = $1', [scene.id, commitment])
    await writeTree(scene, lines.with(0, `open ${scene.id} ${sha256Hex(create)}`))
    // The shop's own code sees that the tree is not the logged one.
    await expect(freeze(scene)).rejects.toThrow('lacks leaves that were logged')
    const manifest = await manifestFor(scene)
    await seal(scene, manifest)
    clock.set(new Date(manifest.time * 1000))
    await writeDraw(scene, manifest, (await shop.signatureOf(manifest.round))!)
    expect((await receiptStep(scene)).ok).toBe(true)
    const bundle = await published(scene)
    expect(parseCreate(parseBundle(bundle).create.leaf).commitment).toBe(commitment)
    const kept = { ...victim.kept, proofs }
    expect(verifyBundle(bundle, { receipt: kept }).steps.at(-1)).toEqual({
      ...{ step: 12, ok: false },
      sentence: 'The records of entries were written again after witnesses had seen yours.',
    })
    // The public log names both commitments, so that each reader of it sees the exchange.
    const logged = await sql(`select leaf from shop_log where giveaway_id = $1 and kind = 'create'`, [scene.id])
    expect(new Set(logged.map(({ leaf }) => parseCreate(leaf!).commitment)).size).toBe(2)
  })
})

it('a commitment that is exchanged with its secret in the witnessed create leaf fails in step 2, without any receipt [B-17.14]', async () => {
  const scene = await drawn('Exchanged Leaf Kit')
  const seed = '8'.repeat(64)
  const commitment = commitmentOf(scene.id, seed)
  const exchange = async () => {
    const [created] = await sql(`select index, leaf from shop_log where giveaway_id = $1 and kind = 'create'`, [
      scene.id,
    ])
    const leaf = formatCreate({ ...parseCreate(created!.leaf!), commitment })
    const hash = hexOf(leafHash(utf8(leaf)))
    await sql(`update shop_log set leaf = $2, hash = decode($3, 'hex') where index = $1`, [created!.index, leaf, hash])
  }
  const exchanged = await during(['shop_log'], exchange, () => published(scene))
  expect(parseCreate(parseBundle(exchanged).create.leaf).commitment).toBe(commitment)
  // The witnesses cosigned the root that has the first leaf.
  expect(failedStep(exchanged)).toBe(2)
  expect(failedStep(await published(scene))).toBeNull()
})
