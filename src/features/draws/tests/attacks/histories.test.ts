import { type Bundle, formatBundle, type LoggedLeaf, parseBundle } from '@redoubt/draw/bundle.ts'
import { base64Of, utf8 } from '@redoubt/draw/bytes.ts'
import { formatCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { formatFreeze, parseFreeze, SLIP_ROUNDS } from '@redoubt/draw/log/log-leaf.ts'
import { inclusionProof, leafHash, treeRoot } from '@redoubt/draw/log/merkle.ts'
import { parseNote, parseVerifierKey, signatureLine, signNote } from '@redoubt/draw/log/note.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { LogForked, restorePublished } from '#features/draw-log/log/commands/restore-log.server.ts'
import { readSigner } from '#features/draw-log/log/queries/log-keys.server.ts'
import { tendDraws } from '../../commands/tend-draws.server.ts'
import { failedStep, openAttackedShop, type Scene } from './adversary.ts'

/** Rows 6 and 12 of the attack table: the owner makes a second history, for a second try or for one client alone. */
const shop = await openAttackedShop()
const { entered, frozen, freeze, drawn, published, seal, writeDraw, writeTree, linesOf, manifestFor, sql, during } =
  shop
const { system, clock } = shop.shop
const signatureOf = async (round: number) => (await shop.signatureOf(round))!

// The clock goes on by hours, and the staff's proofs of identity with it.
let ofSecondRound: Scene
let ofRestore: Scene
let ofEmptyStorage: Scene
beforeAll(async () => {
  ofSecondRound = await drawn('Second Round Kit')
  ofRestore = await entered('Restored Kit')
  ofEmptyStorage = await entered('Emptied Kit')
  await tendDraws(system)
})

/** The later bundle with a freeze that an entrant kept from the earlier one. */
const withKept = (later: string, { freezes }: Bundle): string => {
  const bundle = parseBundle(later)
  return formatBundle({ ...bundle, freezes: [...freezes, ...bundle.freezes] })
}

describe('a list that is sealed a second time', () => {
  it('with one more entry is found by each copy of the first sealing [B-17.15]', async () => {
    const scene = await frozen('Second List Kit')
    const first = parseBundle(await published(scene))
    const [entry] = await linesOf(scene).then(lines => lines.slice(-1))
    const own = entry!.split(' ').with(2, '30').with(4, 'd'.repeat(32)).join(' ')
    await writeTree(scene, [...(await linesOf(scene)), own])
    await sql(
      `insert into giveaway_entry (id, giveaway_id, user_id, slot_number, created_at)
        select gen_random_uuid(), giveaway_id, user_id, 30, created_at from giveaway_entry where giveaway_id = $1 and slot_number = 1`,
      [scene.id],
    )
    const manifest = await manifestFor(scene)
    await seal(scene, manifest)
    clock.set(new Date(manifest.time * 1000))
    await writeDraw(scene, manifest, await signatureOf(manifest.round))
    const second = await published(scene)
    // A bundle alone cannot show what it leaves out; the log, the e-mails and each kept bundle do.
    expect(failedStep(second)).toBeNull()
    expect(failedStep(withKept(second, first))).toBe(4)
    const sealed = await sql(`select leaf from shop_log where giveaway_id = $1 and kind = 'freeze'`, [scene.id])
    expect(sealed.length).toBe(2)
  })
})

describe('another list for one client', () => {
  it('gets no witness, and leaves them the proof of two histories [B-17.15]', async () => {
    const scene = await frozen('Split Kit')
    const honest = parseBundle(await published(scene))
    const rows = await sql('select leaf, index from shop_log order by index')
    const leaves: string[] = rows.map(({ leaf }) => leaf!)
    const { index } = honest.freezes[0]!
    const other = formatFreeze({ ...parseFreeze(leaves[index]!), seed: '6'.repeat(64) })
    const hashes = leaves.with(index, other).map(leaf => leafHash(utf8(leaf)))
    const signer = await readSigner(system, 'log')
    const size = hashes.length
    const body = formatCheckpoint({ origin: signer.name, size, root: treeRoot(hashes) })
    const checkpoint = await signNote(body, [signer])
    for (const witness of system.witnesses) {
      const ask = (oldSize: number) => witness.cosign({ oldSize, proof: [], checkpoint, logVkey: signer.vkey })
      expect(await ask(0)).toEqual({ conflict: size })
      await expect(ask(size)).rejects.toMatchObject({ fault: 'inconsistent' })
    }
    const evidence = await shop.witnessDatabase.pool.query(
      `select record->>'kind' as kind from witness_sandbox.evidence`,
    )
    expect(evidence.rows.filter(({ kind }) => kind === 'fork').length).toBeGreaterThanOrEqual(3)
    const forked: LoggedLeaf = { leaf: other, index, proof: inclusionProof(hashes, index).map(base64Of), checkpoint }
    expect(failedStep(formatBundle({ ...honest, freezes: [forked] }))).toBe(3)
    // With the witnesses' lines of the true checkpoint.
    const lines = parseNote(honest.freezes[0]!.checkpoint).signatures.filter(({ name }) => name !== signer.name)
    const pasted = { ...forked, checkpoint: checkpoint + lines.map(signatureLine).join('') }
    expect(failedStep(formatBundle({ ...honest, freezes: [pasted] }))).toBe(2)
  })

  it('of a log without the shop’s key fails where the key is known, and with every receipt', async () => {
    const scene = await drawn('Hijacked Kit')
    const foreign = await openAttackedShop()
    const forged = await foreign.published(await foreign.drawn('Hijacked Kit'))
    const { vkey } = await readSigner(system, 'log')
    expect(failedStep(await published(scene), { logKey: vkey })).toBeNull()
    expect(failedStep(forged, { logKey: vkey })).toBe(1)
    expect(failedStep(forged, { receipt: scene.victims[0]!.kept })).toBe(12)
    expect(parseVerifierKey(vkey).name).toBe('shop.test/redoubt/log')
  })
})

describe('a database that is put back to before the freeze', () => {
  const LOST = [
    'draw_freeze',
    'freeze_quorum',
    'draw',
    'shop_log',
    'shop_log_tree',
    'log_checkpoint',
    'cosignature',
    'giveaway',
  ]

  /** Freezes, and loses what the database had of it. @returns what was published. */
  async function frozenAndLost(scene: Scene) {
    let kept = ''
    let first = { round: 0, drawsAt: new Date(0) }
    const freezing = async () => {
      first = await freeze(scene)
      kept = await published(scene)
    }
    await during(LOST, freezing, async () => {})
    return { kept, ...first }
  }

  it('takes the first freeze back from the storage, and draws by its round [B-17.16]', async () => {
    const { kept, round, drawsAt } = await frozenAndLost(ofRestore)
    // What the start of the shop does.
    await restorePublished(system)
    expect(await freeze(ofRestore)).toEqual({ round, drawsAt })
    clock.set(drawsAt)
    await tendDraws(system)
    const { winner } = verifyBundle(kept, { signature: await signatureOf(round) })
    const again = await published(ofRestore)
    expect(verifyBundle(again)).toMatchObject({ ok: true, winner })
    expect(parseBundle(again).freezes.map(({ leaf }) => leaf)).toEqual(
      parseBundle(kept).freezes.map(({ leaf }) => leaf),
    )
  })

  it('for a later round, with the first quorum hidden, is found by each copy of the early checkpoint [B-17.15]', async () => {
    const scene = ofSecondRound
    const fair = parseBundle(await published(scene))
    const { round, time, ...rest } = parseFreeze(fair.freezes[0]!.leaf)
    const manifest = { ...rest, round: round + SLIP_ROUNDS, time: time + SLIP_ROUNDS }
    await seal(scene, manifest)
    clock.set(new Date(manifest.time * 1000))
    await writeDraw(scene, manifest, await signatureOf(manifest.round))
    const second = await published(scene)
    const { body } = parseNote(fair.freezes[0]!.checkpoint)
    const unseen: LoggedLeaf = {
      ...fair.freezes[0]!,
      checkpoint: await signNote(body, [await readSigner(system, 'log')]),
    }
    // As a true slip would look: the first sealing without its witnesses.
    expect(failedStep(withKept(second, { ...fair, freezes: [unseen] }))).toBeNull()
    expect(failedStep(withKept(second, fair))).toBe(4)
    expect(verifyBundle(formatBundle(fair))).toMatchObject({ ok: true })
  })

  it('without its storage gets no witness for another list, and the shop signs nothing [B-17.15]', async () => {
    const { kept, round, drawsAt } = await frozenAndLost(ofEmptyStorage)
    await system.storage.remove('log/checkpoint')
    const manifest = { ...(await manifestFor(ofEmptyStorage)), seed: 'void' }
    await seal(ofEmptyStorage, manifest)
    clock.set(drawsAt)
    const signature = await signatureOf(round)
    expect(failedStep(kept, { signature })).toBeNull()
    expect(failedStep(await published(ofEmptyStorage), { signature })).toBe(3)
    await expect(writeDraw(ofEmptyStorage, manifest, signature)).rejects.toThrow(LogForked)
  })
})
