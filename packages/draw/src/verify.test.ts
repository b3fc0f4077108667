import { describe, expect, it } from 'vitest'
import type { Bundle } from './bundle.ts'
import { InvalidBundle, parseBundle } from './bundle.ts'
import { sha256Hex } from './bytes.ts'
import { replay } from './entries/replay.ts'
import { parseNote, signNote } from './log/note.ts'
import { signRound } from './round/beacon.ts'
import { type Alterations, type BundleChoices, makeBundle } from './testing/bundle-maker.ts'
import { type KeptReceipt, verifyBundle, verifyReceipts } from './verify.ts'

const CHOICES = { seed: 7, entries: 30, slots: 20, slips: 0, passes: 2 }
const made = await makeBundle(CHOICES)
const { bundle } = made

/** The first step that fails, and its sentence. */
function faultOf(changed: string | Bundle, receipt?: KeptReceipt) {
  const { ok, steps, winner } = verifyBundle(changed, { ...(receipt && { receipt }), stopsEarly: true })
  const fault = steps.find(step => !step.ok)
  expect(ok).toBe(fault === undefined)
  if (fault && fault.step < 12) expect(winner).toBeUndefined()
  return fault
}
const altered = async (alter: Alterations, choices: BundleChoices = {}) =>
  (await makeBundle({ ...CHOICES, ...choices, alter })).bundle

describe('the verifier', () => {
  it('accepts bundles of all kinds, and finds the same places', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { json, places, receipts } = await makeBundle({ seed })
      const { ok, steps, ...verdict } = verifyBundle(json, { receipt: receipts[0] })
      expect(steps.filter(step => !step.ok)).toEqual([])
      expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].slice(0, steps.length))
      const passed = (JSON.parse(json) as Bundle).passed.length
      expect({ ok, ...verdict }).toEqual({
        ok: true,
        places,
        ...(passed < places.length && { winner: places[passed] }),
      })
    }
  })

  it('checks several receipts at once as it checks each alone, also a wrong one and in a bundle that does not hold', async () => {
    const wrong = { ...made.receipts[0]!, receipt: made.receipts[0]!.receipt.replace('by ', 'by 1') }
    const receipts = [...made.receipts.slice(0, 3), wrong]
    for (const given of [made.json, made.json.replace(/"round":\d/, '"round":9'), '{']) {
      const { verdict, own } = verifyReceipts(given, receipts)
      expect(verdict).toEqual(verifyBundle(given))
      const alone = receipts.flatMap(receipt =>
        verifyBundle(given, { receipt }).steps.filter(({ step }) => step === 12),
      )
      expect(own).toEqual(alone)
    }
    expect(verifyReceipts(made.json, receipts).own.map(({ ok }) => ok)).toEqual([true, true, true, false])
  })

  it('accepts a lost seed that the freeze declares', async () => {
    expect(faultOf((await makeBundle({ ...CHOICES, isSeedLost: true })).json)).toBeUndefined()
  })

  it('finds the winner of a bundle from before the draw by the signature of the round', async () => {
    const { json, beaconSecret, places } = await makeBundle({ ...CHOICES, isDrawn: false })
    const { round } = parseBundle(json).beacon
    expect(verifyBundle(json).steps.filter(step => !step.ok)).toMatchObject([
      { step: 9, sentence: expect.stringContaining('any relay of the beacon has it.') },
      { step: 10, sentence: 'Not checked, because step 9 failed.' },
      { step: 11, sentence: 'Not checked, because step 10 failed.' },
    ])
    const signature = signRound(beaconSecret, round)
    expect(verifyBundle(json, { signature })).toMatchObject({ ok: true, places, winner: places[0] })
    expect(verifyBundle(json, { signature: signRound(beaconSecret, round + 1) }).ok).toBe(false)
  })

  it('never throws on garbage', () => {
    const garbage = [undefined, null, 0, '', '{', '[]', '{"format":"redoubt-bundle/2"}', {}, [], new Uint8Array([255])]
    for (const each of garbage) expect(verifyBundle(each as string)).toMatchObject({ ok: false, steps: [{ step: 0 }] })
  })

  it('refuses a file with other spaces, doubled, unknown or moved keys', () => {
    const { json } = made
    const texts = [
      JSON.stringify(bundle, null, 2),
      `${json}\n`,
      json.replace('"slots":', '"slots":9,"slots":'),
      json.replace('"slots":', '"more":9,"slots":'),
      json.replace('"slots":20', '"slots":20.0'),
      JSON.stringify({ ...bundle, slots: undefined }),
      JSON.stringify(Object.fromEntries(Object.entries(bundle).toReversed())),
    ]
    for (const text of texts) {
      expect(faultOf(text)).toMatchObject({ step: 0 })
      expect(() => parseBundle(text)).toThrow(InvalidBundle)
    }
    expect(parseBundle(json)).toEqual(bundle)
  })
})

describe('the verifier names the step', () => {
  it('1: when the bundle has other witnesses or another log', async () => {
    const other = await makeBundle({ ...CHOICES, seed: 8 })
    expect(faultOf({ ...bundle, policy: other.bundle.policy })).toMatchObject({ step: 1 })
    expect(faultOf({ ...bundle, policy: bundle.policy.replace('witnesses 2', 'witnesses 1') })).toMatchObject({
      step: 1,
    })
    expect(verifyBundle(bundle, { logKey: other.log.signer.vkey }).steps[0]).toMatchObject({ step: 1, ok: false })
    expect(verifyBundle(bundle, { logKey: made.log.signer.vkey }).ok).toBe(true)
  })

  it('2: when a leaf is not in the log, or of another giveaway', async () => {
    const other = await makeBundle({ ...CHOICES, seed: 8 })
    expect(faultOf({ ...bundle, freezes: other.bundle.freezes })).toMatchObject({ step: 2 })
    expect(faultOf({ ...bundle, drawn: { ...bundle.drawn!, index: bundle.drawn!.index - 1 } })).toMatchObject({
      step: 2,
    })
    expect(faultOf({ ...bundle, freezes: [] })).toMatchObject({ step: 2, sentence: 'The list was not sealed yet.' })
    expect(faultOf({ ...bundle, create: { ...bundle.create, proof: [] } })).toMatchObject({ step: 2 })
    const giveaway = '0193a000-0000-7000-8000-000000000009'
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, giveaway }) }))).toMatchObject({ step: 2 })
    expect(faultOf(await altered({ drawn: drawn => ({ ...drawn, giveaway }) }))).toMatchObject({ step: 2 })
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, log: 'other.test/log' }) }))).toMatchObject({
      step: 2,
    })
  })

  it('2: when a checkpoint has a signature that does not hold, is unknown, or stands twice', async () => {
    const { checkpoint } = bundle.create
    const { body } = parseNote(checkpoint)
    const lines = checkpoint
      .slice(body.length + 1)
      .split('\n')
      .slice(0, -1)
    const stranger = await makeBundle({ ...CHOICES, seed: 8 })
    const unknown = (await signNote(body, [stranger.receiptSigner])).slice(body.length + 1)
    const checkpoints = [
      `${body}\n${lines.slice(1).join('\n')}\n`,
      `${checkpoint}${lines[1]}\n`,
      `${checkpoint}${unknown}`,
      checkpoint.replace(lines[1]!, lines[1]!.replace(' witness-one', ' witness-two')),
    ]
    for (const changed of checkpoints)
      expect(faultOf({ ...bundle, create: { ...bundle.create, checkpoint: changed } })).toMatchObject({ step: 2 })
    const unwitnessed = { ...bundle.create, checkpoint: `${body}\n${lines[0]}\n` }
    expect(faultOf({ ...bundle, create: unwitnessed })).toMatchObject({
      step: 2,
      sentence: 'Too few witnesses signed that the giveaway was created as this file says.',
    })
  })

  it('3: when witnesses saw the freeze too late, or too few of them', async () => {
    const late = await altered({ cosigning: all => all.map(each => ({ ...each, at: each.at + 1 })) })
    expect(faultOf(late)).toMatchObject({ step: 3, sentence: expect.stringContaining('Too few witnesses') })
    expect(faultOf(await altered({ cosigning: all => all.slice(1) }))).toMatchObject({ step: 3 })
  })

  it('4: when the list was sealed twice, or the result follows a later sealing', async () => {
    const hash = sha256Hex('another list')
    const second: Alterations = {
      freeze: (freeze, index) => (index === 0 ? freeze : { ...freeze, tree: { ...freeze.tree, root: hash } }),
    }
    const twice = { step: 4, sentence: 'The list was sealed twice, and differently.' }
    expect(faultOf(await altered(second, { slips: 1 }))).toMatchObject(twice)
    const inTime: Alterations = { cosigning: ([first]) => [0, 1].map(witness => ({ witness, at: first!.at - 20 })) }
    expect(faultOf(await altered(inTime, { slips: 1 }))).toMatchObject({
      step: 4,
      sentence: 'The result follows another sealing of the list than the first that counts.',
    })
    for (const rounds of [1, -28_800]) {
      const next: Alterations = {
        freeze: (freeze, index) =>
          index === 0 ? freeze : { ...freeze, round: freeze.round + rounds, time: freeze.time + 3 * rounds },
      }
      expect(faultOf(await altered(next, { slips: 1 }))).toMatchObject({ step: 4 })
    }
  })

  it('5: when an entry record is impossible', async () => {
    const lines = bundle.entries.split('\n')
    for (const changed of [
      [...lines, lines.find(line => line.startsWith('enter'))!],
      lines.toSpliced(1, 1, 'enter 1 99 credit a b'),
      [...lines, `out 1 ${bundle.slots + 99} staff`],
      [lines[0]!, ...lines],
      lines.slice(1),
      [...lines, ''],
    ])
      expect(faultOf({ ...bundle, entries: changed.join('\n') })).toMatchObject({ step: 5 })
    expect(faultOf({ ...bundle, slots: bundle.slots + 1 })).toMatchObject({ step: 5 })
  })

  it('6: when entries were added, taken out or re-pointed, or counts are wrong', async () => {
    const lines = bundle.entries.split('\n')
    const holder = sha256Hex('friend').slice(0, 32)
    const { create } = bundle
    const giveaway = lines[0]!.split(' ')[1]!
    const { live } = replay(lines, { giveaway, slots: bundle.slots, createHash: sha256Hex(create.leaf) })
    const free = Array.from({ length: bundle.slots }, (_, index) => index + 1).find(number => !live.has(number))!
    const first = lines.findIndex(line => line.startsWith('enter'))
    const point = lines[first]!.split(' ').toSpliced(4, 1, holder).join(' ')
    for (const changed of [
      [...lines, `enter 1795300000000 ${free} credit ${holder} ${holder}`],
      lines.toSpliced(first, 1, point),
    ])
      expect(faultOf({ ...bundle, entries: changed.join('\n') })).toMatchObject({ step: 6 })
    const dropped = await altered({ entries: all => all.slice(0, -1) })
    expect(faultOf(dropped)).toMatchObject({ step: 6 })
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, mail: freeze.mail + 1 }) }))).toMatchObject({
      step: 6,
    })
    const list = { size: 1, hash: sha256Hex('one') }
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, list }) }))).toMatchObject({ step: 6 })
  })

  it('7: when the seed is not the promised one', async () => {
    const seed = sha256Hex('better')
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, seed }) }))).toMatchObject({ step: 7 })
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, commitment: seed }) }))).toMatchObject({ step: 7 })
  })

  it('8: when the round, its time or the chain is another', async () => {
    const later: Alterations = { freeze: freeze => ({ ...freeze, round: freeze.round + 1 }) }
    expect(faultOf(await altered(later))).toMatchObject({ step: 8 })
    expect(faultOf(await altered({ freeze: freeze => ({ ...freeze, gap: 0 }) }))).toMatchObject({ step: 8 })
    const beacon = { ...bundle.beacon, round: bundle.beacon.round + 1 }
    expect(faultOf({ ...bundle, beacon })).toMatchObject({ step: 8 })
    const other = await makeBundle({ ...CHOICES, seed: 8 })
    const { publicKey } = other.chain
    expect(faultOf({ ...bundle, beacon: { ...bundle.beacon, publicKey } })).toMatchObject({ step: 8 })
    expect(faultOf({ ...bundle, beacon: { ...bundle.beacon, ...other.chain } })).toMatchObject({ step: 8 })
  })

  it('9: when the signature of the round is forged', async () => {
    const signature = signRound(made.beaconSecret, bundle.beacon.round + 1)
    expect(faultOf({ ...bundle, beacon: { ...bundle.beacon, signature } })).toMatchObject({ step: 9 })
    expect(faultOf({ ...bundle, beacon: { ...bundle.beacon, signature: null } })).toMatchObject({ step: 9 })
  })

  it('10: when the published order is not the computed one', async () => {
    const reversed: Alterations = { drawn: drawn => ({ ...drawn, places: drawn.places.toReversed() }) }
    expect(faultOf(await altered(reversed))).toMatchObject({ step: 10 })
    const fewer: Alterations = { drawn: drawn => ({ ...drawn, places: drawn.places.slice(1) }) }
    expect(faultOf(await altered(fewer))).toMatchObject({ step: 10 })
    const round: Alterations = { drawn: drawn => ({ ...drawn, round: drawn.round + 1 }) }
    expect(faultOf(await altered(round))).toMatchObject({ step: 10 })
    expect(faultOf({ ...bundle, drawn: null })).toMatchObject({ step: 10 })
    const manifest = sha256Hex('another')
    expect(faultOf(await altered({ drawn: drawn => ({ ...drawn, manifest }) }))).toMatchObject({ step: 10 })
  })

  it('11: when a place was passed out of order, or seen by too few witnesses', async () => {
    const skipped: Alterations = { passed: (passed, index) => ({ ...passed, place: index + 2 }) }
    expect(faultOf(await altered(skipped))).toMatchObject({ step: 11 })
    const another: Alterations = { passed: passed => ({ ...passed, number: passed.number + 1 }) }
    expect(faultOf(await altered(another))).toMatchObject({ step: 11 })
    expect(faultOf({ ...bundle, passed: bundle.passed.toReversed() })).toMatchObject({ step: 11 })
    expect(faultOf({ ...bundle, passed: bundle.passed.slice(1) })).toMatchObject({ step: 11 })
    const [first, ...rest] = bundle.passed
    const { body } = parseNote(first!.checkpoint)
    const unseen = { ...first!, checkpoint: await signNote(body, [made.log.signer]) }
    expect(faultOf({ ...bundle, passed: [unseen, ...rest] })).toMatchObject({ step: 11 })
  })

  it('12: when a receipt is forged, its entry is missing, or belongs to another holder', async () => {
    for (const receipt of made.receipts.slice(0, 4)) expect(faultOf(bundle, receipt)).toBeUndefined()
    const own = made.receipts[0]!
    const other = await makeBundle({ ...CHOICES, seed: 8 })
    const wrong: KeptReceipt[] = [
      { ...own, receipt: own.receipt.replace('by 1', 'by 2') },
      { ...own, vkey: made.log.signer.vkey },
      { ...own, vkey: other.receiptSigner.vkey },
      { ...own, vkey: 'garbage' },
      { ...own, holderSecret: other.receipts[0]!.holderSecret! },
      { ...own, holderSecret: 'garbage' },
      { ...own, nonces: other.receipts[0]!.nonces! },
      { ...own, nonces: [] },
      other.receipts[0]!,
    ]
    for (const receipt of wrong) expect(faultOf(bundle, receipt)).toMatchObject({ step: 12 })
    const { body } = parseNote(own.receipt)
    const sign = async (text: string) => ({ ...own, receipt: await signNote(text, [made.receiptSigner]) })
    expect(faultOf(bundle, await sign(body.replace(/by \d+/, 'by 1895000000000')))).toMatchObject({ step: 12 })
    expect(faultOf(bundle, await sign(body.replace(/leaf (enter|mail) 1795/, 'leaf $1 1796')))).toMatchObject({
      step: 12,
      sentence: expect.stringContaining('left it out of the list'),
    })
    expect(verifyBundle(bundle, { receipt: wrong[0]! })).toMatchObject({ ok: false, places: made.places })
  })
})
