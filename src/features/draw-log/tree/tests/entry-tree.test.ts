import { markOf, parseEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { parseReceipt } from '@redoubt/draw/entries/receipt.ts'
import { parseNote, verifyNote } from '@redoubt/draw/log/note.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { readSigner } from '../../log/queries/log-keys.server.ts'
import { sequenceEntries } from '../commands/sequence-entries.server.ts'
import { readHolderOfPerson, readHolderSecret } from '../queries/holders.server.ts'
import { expectTreeEqualsRows, linesOf } from '../testing/replayed-tree.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter } = giving
afterEach(giving.expectAudited)

const kindsOf = async (id: string) => (await linesOf(shop.system, id)).map(line => line.split(' ')[0])

describe('a claim', () => {
  it('a claim with marks answers a signed receipt of its leaves, which the tree has byte for byte [B-16.1]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    const giveaway = await addGiveaway()
    const nonces = ['00'.repeat(16), '11'.repeat(16), '22'.repeat(16)]
    // Not in order: each mark stays with its slot.
    const { status, json } = await enter(giveaway, user, { slots: [9, 3, 5], marks: nonces.map(markOf) })
    expect(status).toBe(200)
    expect(json.nonces).toBeUndefined()
    const { vkey } = await readSigner(shop.system, 'receipt')
    expect(verifyNote(json.receipt, vkey)).toBe(true)
    const receipt = parseReceipt(parseNote(json.receipt).body)
    expect(receipt).toMatchObject({
      log: 'shop.test/redoubt/log',
      giveaway: giveaway.id,
      by: +shop.clock.now() + 600_000,
    })
    const holder = await readHolderOfPerson(shop.system, giveaway.id, user.userId)
    expect(receipt.leaves.map(parseEntryLeaf)).toEqual(
      [3, 5, 9].map((number, place) => ({
        kind: 'enter',
        at: +shop.clock.now(),
        number,
        by: 'credit',
        holder,
        mark: markOf(nonces[[1, 2, 0][place]!]!),
      })),
    )
    expect(json.holderSecret).toBe(await readHolderSecret(shop.system, giveaway.id, user.userId))
    await expectTreeEqualsRows(shop.system, giveaway.id)
    expect((await linesOf(shop.system, giveaway.id)).slice(1)).toEqual(receipt.leaves)
  })

  it('a claim without marks answers the nonces that the shop made, and the list of own entries answers them again [B-16.2]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    const { json } = await enter(giveaway, user, { pick: 2 })
    const leaves = parseReceipt(parseNote(json.receipt).body).leaves.map(parseEntryLeaf)
    expect(leaves.map(leaf => 'mark' in leaf && leaf.mark)).toEqual(json.nonces.map(markOf))
    for (const leafIndexes of [
      [null, null],
      [1, 2],
    ]) {
      const mine = (await shop.call('/api/my/entries', { as: user })).json.entries.toReversed()
      expect(mine.map((entry: { nonce: string }) => entry.nonce).toSorted()).toEqual(json.nonces.toSorted())
      expect(mine.map((entry: { leafIndex: number }) => entry.leafIndex).toSorted()).toEqual(leafIndexes)
      for (const { receipt, holderSecret } of mine) {
        expect(verifyNote(receipt, (await readSigner(shop.system, 'receipt')).vkey)).toBe(true)
        expect(holderSecret).toBe(json.holderSecret)
      }
      await sequenceEntries(shop.system)
    }
  })

  it('a claim with another number of marks than slots is refused by the name of the field [B-16.3]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 5 } })
    const giveaway = await addGiveaway()
    const mark = markOf('00'.repeat(16))
    for (const json of [
      { slots: [1, 2], marks: [mark] },
      { pick: 1, marks: [mark, mark] },
      { slotNumber: 1, marks: [] },
      { slots: [1], marks: ['x'] },
    ]) {
      const refused = await enter(giveaway, user, json)
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.json.errors)).toEqual([expect.stringMatching(/^marks/)])
    }
  })
})

describe('each change of an entry', () => {
  it('swaps, removals, forfeits, cards and a cancellation have their leaves [B-16.4]', async () => {
    const [user, other] = [
      await shop.addUser({ credits: { Bronze: 4 } }),
      await shop.addUser({ credits: { Bronze: 2 } }),
    ]
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [1, 2, 3] })
    await enter(giveaway, giving.admin, { slots: [30] })
    await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as: user, json: { from: 1, to: 11 } })
    await enter(giveaway, other, { slots: [1] })
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/2`, undefined, 'DELETE')
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/3`, { returnCredit: false }, 'DELETE')
    const { counts } = await expectTreeEqualsRows(shop.system, giveaway.id)
    expect(counts).toEqual({ credit: 2, auto: 0, mail: 0, staff: 1 })
    expect(await kindsOf(giveaway.id)).toEqual([
      'open',
      'enter',
      'enter',
      'enter',
      'enter',
      'move',
      'enter',
      'out',
      'out',
    ])
    const cancelled = await asAdmin(`/api/admin/giveaways/${giveaway.id}/cancel`, {
      title: 'Field Kit',
      reason: 'Broken.',
    })
    expect(cancelled.status).toBe(200)
    await expectTreeEqualsRows(shop.system, giveaway.id)
    const reasons = (await linesOf(shop.system, giveaway.id))
      .filter(line => line.startsWith('out'))
      .map(line => line.split(' ')[3])
    expect(reasons).toEqual(['staff', 'forfeit', 'cancelled', 'cancelled', 'cancelled'])
  })
})
