import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOfBase64, hexOf, utf8 } from '@redoubt/draw/bytes.ts'
import { verifyOwnEntry } from '@redoubt/draw/entries/entry-proof.ts'
import { parseReceipt } from '@redoubt/draw/entries/receipt.ts'
import { parseCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { formatHead } from '@redoubt/draw/log/log-leaf.ts'
import { appendHash, EMPTY_FRONTIER, leafHash, rootOf, treeRoot, verifyInclusion } from '@redoubt/draw/log/merkle.ts'
import { parseNote, verifyNote } from '@redoubt/draw/log/note.ts'
import { parsePolicy, quorumAt } from '@redoubt/draw/log/policy.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { transact } from '#kernel/transaction.server.ts'
import { drainTree, sequenceEntries } from '../../tree/commands/sequence-entries.server.ts'
import { appendToLog } from '../commands/append-to-log.server.ts'
import { publishLog } from '../commands/publish-log.server.ts'
import { restorePublished } from '../commands/restore-log.server.ts'
import { findQuorum, readLoggedLeaf } from '../queries/log-proofs.server.ts'

const giving = await openGivingShop()
const { shop, addGiveaway, enter } = giving
afterEach(giving.expectAudited)

const tend = async () => {
  await sequenceEntries(shop.system)
  await publishLog(shop.system)
}
const leavesOf = async () =>
  (await shop.services.db.selectFrom('shop_log').select('leaf').orderBy('index').execute()).map(({ leaf }) => leaf)

describe('a receipt', () => {
  it('a receipt’s leaf is in a witnessed head by its deadline, and the public proof shows it [B-16.9]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    const { json } = await enter(giveaway, user, { slots: [4] })
    const receipt = parseReceipt(parseNote(json.receipt).body)
    const prove = (index: number) => shop.call(`/api/giveaways/${giveaway.id}/proof/${index}`)
    expect((await prove(1)).json.code).toBe('leaf_not_found')
    await sequenceEntries(shop.system)
    expect((await prove(1)).json.code).toBe('proof_pending')
    await publishLog(shop.system)
    // The next entry waits for the next head, which comes in time.
    const later = parseReceipt(parseNote((await enter(giveaway, user, { slots: [5] })).json.receipt).body)
    await tend()
    expect((await prove(2)).json.code).toBe('proof_pending')
    shop.clock.advance(5 * 60_000)
    await tend()
    const { policy: text } = (await shop.call('/api/log')).json
    const policy = parsePolicy(text)
    for (const [index, { leaves, by }] of [receipt, later].entries()) {
      const { json: proof } = await prove(index + 1)
      const question = { leaf: leaves[0]!, giveaway: giveaway.id, by, proof, policy }
      expect(verifyOwnEntry(question)).toEqual({
        ok: true,
        index: index + 1,
        sentence: `Your entry is record ${index + 1} of a tree that witnesses saw in time.`,
        witnessedAt: expect.any(Number),
      })
      expect(verifyOwnEntry({ ...question, leaf: leaves[0]!.replace('credit', 'staff') }).ok).toBe(false)
    }
  })
})

describe('the published log', () => {
  it('each leaf of the log is in a checkpoint of the log’s key with a quorum of witnesses [B-16.10]', async () => {
    const giveaway = await addGiveaway()
    await tend()
    const leaves = await leavesOf()
    const { logKey, policy } = (await shop.call('/api/log')).json
    const served = (await shop.call('/api/log/checkpoint')).text
    expect(verifyNote(served, logKey)).toBe(true)
    expect(quorumAt(parsePolicy(policy), served)).toBe(+shop.clock.now() / 1000)
    const { origin, size, root } = parseCheckpoint(parseNote(served).body)
    expect([origin, size]).toEqual(['shop.test/redoubt/log', leaves.length])
    expect(hexOf(root)).toBe(hexOf(treeRoot(leaves.map(leaf => leafHash(utf8(leaf))))))
    for (const index of leaves.keys()) {
      const { leaf, proof, checkpoint } = await readLoggedLeaf(shop.system, index)
      expect(leaf).toBe(leaves[index])
      const head = parseCheckpoint(parseNote(checkpoint).body)
      const hashes = { leafHash: leafHash(utf8(leaf)), proof: proof.map(bytesOfBase64) }
      expect(verifyInclusion({ index, ...hashes, size: head.size, root: head.root })).toBe(true)
      expect((await findQuorum(shop.system, index))?.checkpoint).toBe(checkpoint)
    }
    expect(leaves.filter(leaf => leaf.includes(giveaway.id))).toHaveLength(1)
  })

  it('the tiles of the log have its leaves and their hashes [B-16.10]', async () => {
    await transact(shop.system, async tx => {
      for (let at = 0; at < 600; at++)
        await appendToLog(tx, { kind: 'incident', text: `redoubt/incident/2\nat ${at}\n` })
    })
    await tend()
    const leaves = await leavesOf()
    const hashes = leaves.map(leaf => leafHash(utf8(leaf)))
    const tile = async (path: string) => {
      const response = await shop.web.app.fetch(new Request(`http://shop.test/api/log/tile/${path}`))
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const last = leaves.length % 256
    expect((await tile('0/001')).bytes).toEqual(Buffer.concat(hashes.slice(256, 512)))
    expect((await tile(`0/002.p/${last}`)).bytes).toEqual(Buffer.concat(hashes.slice(512)))
    const roots = [treeRoot(hashes.slice(0, 256)), treeRoot(hashes.slice(256, 512))]
    expect((await tile('1/000.p/2')).bytes).toEqual(Buffer.concat(roots))
    const entries = (await tile('entries/000')).bytes
    expect(entries.readUInt16BE(0)).toBe(utf8(leaves[0]!).length)
    expect(entries.subarray(2, 2 + entries.readUInt16BE(0)).toString()).toBe(leaves[0])
    for (const path of ['0/009', '0/../checkpoint', '9/000', '0/0', 'entries/%2e%2e/x'])
      expect((await tile(path)).status).toBe(404)
  })

  it('of many processes that publish at once, one history comes', async () => {
    for (let round = 0; round < few(2, 5); round++) {
      await transact(shop.system, tx =>
        appendToLog(tx, { kind: 'incident', text: `redoubt/incident/2\nround ${round}\n` }),
      )
      await Promise.all(Array.from({ length: 6 }, tend))
    }
    const { rows } = await shop.services.pool.query('select witness, known_size from log_conflict')
    expect(rows).toEqual([])
    const { size } = await shop.services.db.selectFrom('shop_log_tree').select('size').executeTakeFirstOrThrow()
    expect((await findQuorum(shop.system, size - 1))?.size).toBe(size)
  })
})

describe('a restore from an older backup', () => {
  /** Takes the newest leaves of the log out of the database, as a restore does. */
  async function forget(leaves: number): Promise<void> {
    await shop.services.pool.query(`
      begin;
      set local session_replication_role = replica;
      create temporary table kept on commit drop as select size - ${leaves} as size from shop_log_tree;
      delete from cosignature where size > (select size from kept);
      delete from log_checkpoint where size > (select size from kept);
      delete from shop_log where index >= (select size from kept);
      delete from tree_block where tree_id = '00000000-0000-0000-0000-000000000000'
        and index >= (select size / 256 from kept);
      commit`)
    const hashes = (await leavesOf()).map(leaf => leafHash(utf8(leaf)))
    const frontier = hashes.reduce(appendHash, EMPTY_FRONTIER)
    await shop.services.db
      .updateTable('shop_log_tree')
      .set({
        size: frontier.size,
        root: Buffer.from(rootOf(frontier)),
        frontier: frontier.hashes.map(hash => Buffer.from(hash)),
      })
      .execute()
  }

  it('a log that was set back is read from the storage with its cosignatures, and witnesses go on [B-16.12] [B-16.14]', async () => {
    await transact(shop.system, async tx => {
      for (let at = 0; at < 300; at++)
        await appendToLog(tx, { kind: 'incident', text: `redoubt/incident/2\nset back ${at}\n` })
    })
    await tend()
    const before = await leavesOf()
    const witnessed = await findQuorum(shop.system, before.length - 1)
    await forget(280)
    // Witnesses that sign again would sign at a later time, which may be too late for a freeze.
    shop.clock.advance(60_000)
    expect(await leavesOf()).toHaveLength(before.length - 280)
    // As at the start of the shop, before anything is appended.
    await restorePublished(shop.system)
    expect(await leavesOf()).toEqual(before)
    expect(witnessed?.checkpoint).toMatch(/(\n— .+){4}\n$/)
    expect(await findQuorum(shop.system, before.length - 1)).toEqual(witnessed)
    await addGiveaway()
    await tend()
    expect((await findQuorum(shop.system, before.length))?.size).toBe(before.length + 1)
  })

  it('an entry tree that lost logged leaves gets no further head [B-16.12]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 2 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [1] })
    await tend()
    // The log has the head of a larger tree than the database.
    await transact(shop.system, tx =>
      appendToLog(tx, {
        kind: 'head',
        giveawayId: giveaway.id,
        text: formatHead({ giveaway: giveaway.id, size: 3, root: '00'.repeat(32) }),
      }),
    )
    await enter(giveaway, user, { slots: [2] })
    shop.clock.advance(5 * 60_000)
    const before = await leavesOf()
    await tend()
    expect(await leavesOf()).toEqual(before)
    await expect(transact(shop.system, tx => drainTree(tx, giveaway.id))).rejects.toThrow(
      'lacks leaves that were logged',
    )
  })

  it('a log that went on elsewhere after it was set back is not signed [B-16.12]', async () => {
    await addGiveaway()
    await tend()
    await forget(1)
    await addGiveaway()
    await expect(publishLog(shop.system)).rejects.toThrow('is not the one in the storage')
    const { size } = await shop.services.db.selectFrom('shop_log_tree').select('size').executeTakeFirstOrThrow()
    const signed = () => shop.services.db.selectFrom('log_checkpoint').select('size').where('size', '=', size).execute()
    expect(await signed()).toEqual([])
    // Without the storage, the witnesses still know: the one checkpoint is refused, and no further one is signed.
    await rm(join(shop.env.DATA_DIR, 'files/log'), { recursive: true })
    await publishLog(shop.system)
    expect(await findQuorum(shop.system, size - 1)).toBeNull()
    await addGiveaway()
    await expect(publishLog(shop.system)).rejects.toThrow('knows another history of the log')
    const { rows } = await shop.services.pool.query('select witness, known_size from log_conflict')
    expect(rows).toHaveLength(3)
  })
})
