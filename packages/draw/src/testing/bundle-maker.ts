import { type Bundle, formatBundle } from '../bundle.ts'
import { hexOf, sha256Hex, utf8 } from '../bytes.ts'
import { holderOf } from '../entries/entry-leaf.ts'
import { DEADLINE_MS, formatReceipt } from '../entries/receipt.ts'
import { listHash, replay } from '../entries/replay.ts'
import {
  type Create,
  type Drawn,
  type Freeze,
  formatCreate,
  formatDrawn,
  formatFreeze,
  formatHead,
  formatPassed,
  type Passed,
  PLACES_OF_LEAF,
  SLIP_ROUNDS,
} from '../log/log-leaf.ts'
import { leafHash, treeRoot } from '../log/merkle.ts'
import { type NoteSigner, signNote } from '../log/note.ts'
import { formatPolicy } from '../log/policy.ts'
import { type Chain, roundAt, sandboxChain, signRound, timeOfRound } from '../round/beacon.ts'
import { commitmentOf, drawKey, drawOrder, placesOf } from '../round/order.ts'
import type { KeptReceipt } from '../verify.ts'
import { type MadeEntries, makeEntries } from './made-entries.ts'
import { type Cosigning, MadeLog, type MadeWitness, makeSigner, makeWitness } from './made-log.ts'
import { type Random, randomOf } from './random.ts'

/** What a bundle was made of, so that a test can sign other texts with the same keys. */
export type MadeBundle = {
  bundle: Bundle
  json: string
  /** A receipt for each entry that is still in the list. */
  receipts: KeptReceipt[]
  places: number[]
  log: MadeLog
  witnesses: MadeWitness[]
  receiptSigner: NoteSigner
  chain: Chain
  beaconSecret: string
}
/** Changes to what is written to the log: an adversary's, with all keys of the shop. The leaf is signed and proven as it then is. */
export type Alterations = {
  create?(create: Create): Create
  /** After the freeze: the published entries. */
  entries?(lines: string[]): string[]
  /** Once for each freeze. */
  freeze?(freeze: Freeze, index: number): Freeze
  cosigning?(cosigning: Cosigning, index: number): Cosigning
  drawn?(drawn: Drawn): Drawn
  passed?(passed: Passed, index: number): Passed
}
/** The same `seed` makes the same bundle. What is left out is chosen by it. */
export type BundleChoices = {
  seed?: number
  /** Leaves of the entry tree beside the first. */
  entries?: number
  slots?: number
  slips?: number
  passes?: number
  isSeedLost?: boolean
  isDrawn?: boolean
  alter?: Alterations
}

type Shop = Pick<MadeBundle, 'log' | 'witnesses' | 'receiptSigner' | 'chain' | 'beaconSecret'> & { policy: string }
type Draw = { create: Create; seed: string; entries: MadeEntries; freezeAt: number }

const HOST = 'shop.test'

/** A whole valid bundle in memory: own keys of the log, of three witnesses and of a BLS chain. */
export async function makeBundle(choices: BundleChoices = {}): Promise<MadeBundle> {
  const random = randomOf(choices.seed ?? 1)
  const shop = makeShop(random)
  const draw = makeDraw(random, shop, choices)
  const { alter = {}, slips = random.below(3) === 0 ? 1 : 0, passes = random.below(3), isDrawn = true } = choices
  const { log, chain, beaconSecret } = shop
  for (let noise = random.below(4); noise >= 0; noise--) addNoise(random, log)
  const createIndex = log.append(formatCreate(draw.create))
  const create = await log.logged(createIndex, allAt(draw.create.at / 1000 + 5))
  const { freezes, manifests, texts } = await freezeAll(random, shop, draw, choices.isSeedLost ?? false, slips, alter)
  const deciding = manifests.at(-1)!
  const { lines } = draw.entries
  const tree = { giveaway: draw.create.giveaway, slots: draw.create.slots, createHash: sha256Hex(create.leaf) }
  const replayed = replay(lines, tree)
  const signature = signRound(beaconSecret, deciding.round)
  const order = drawOrder(drawKey(texts.at(-1)!, deciding.seed, signature), replayed.list)
  const places = placesOf(order)
  const drawn: Drawn = {
    giveaway: deciding.giveaway,
    manifest: sha256Hex(texts.at(-1)!),
    round: deciding.round,
    signature,
    places: places.slice(0, PLACES_OF_LEAF),
  }
  const bundle: Bundle = {
    format: 'redoubt-bundle/2',
    policy: shop.policy,
    beacon: { ...chain, round: deciding.round, signature: isDrawn ? signature : null },
    entries: (alter.entries ?? identity)(lines).join('\n'),
    slots: draw.create.slots,
    create,
    freezes,
    drawn: null,
    passed: [],
  }
  if (isDrawn) {
    const index = log.append(formatDrawn((alter.drawn ?? identity)(drawn)))
    bundle.drawn = await log.logged(index, allAt(deciding.time + 20))
    bundle.passed = await passAll(random, log, drawn, Math.min(passes, places.length), deciding.time + 3600, alter)
  }
  const holders = new Map([...replayed.live.values()].map(({ leaf, holder }) => [leaf, holder]))
  const { giveaway } = deciding
  const receipts = await Promise.all(
    draw.entries.claims
      .filter(({ index, holderSecret }) => holders.get(index) === holderOf(giveaway, holderSecret))
      .map(claim => receiptFor(shop, giveaway, claim)),
  )
  const { witnesses, receiptSigner } = shop
  return { bundle, json: formatBundle(bundle), receipts, places, log, witnesses, receiptSigner, chain, beaconSecret }
}

const identity = <T>(value: T): T => value
const allAt = (at: number): Cosigning => [0, 1, 2].map(witness => ({ witness, at: Math.ceil(at) + witness }))

function makeShop(random: Random): Shop {
  const signer = makeSigner(random, `${HOST}/redoubt/log`)
  const witnesses = ['one', 'two', 'three'].map(name => makeWitness(random, `witness-${name}.test/w`))
  const named = witnesses.map(({ vkey }, index) => ({ name: `w${index + 1}`, vkey }))
  const beaconSecret = `0${random.hex(32).slice(1)}`
  return {
    log: new MadeLog(signer, witnesses),
    witnesses,
    receiptSigner: makeSigner(random, `${HOST}/redoubt/receipt`),
    chain: sandboxChain(beaconSecret, 3, 1_790_000_000 + random.below(1000)),
    beaconSecret,
    policy: formatPolicy({ log: signer.vkey, witnesses: named, quorum: 2 }),
  }
}

function makeDraw(random: Random, { chain, policy }: Shop, { entries, slots, alter }: BundleChoices): Draw {
  const start = 1_795_000_000_000 + random.below(1_000_000)
  const end = start + 86_400_000
  const giveaway = `0193a000-0000-7000-8000-${random.hex(6)}`
  const seed = random.hex(32)
  const create = {
    giveaway,
    at: start - 60_000,
    slots: slots ?? 5 + random.below(40),
    limit: 10,
    start,
    end: random.below(2) === 0 ? end : null,
    mail: 168,
    rules: random.hex(32),
    commitment: commitmentOf(giveaway, seed),
    beacon: chain.chain,
    gap: 3600,
    margin: 300,
    policy: sha256Hex(policy),
  }
  const leaves = entries ?? 5 + random.below(30)
  const made = (alter?.create ?? identity)(create)
  const tree = { giveaway, createHash: sha256Hex(formatCreate(made)), slots: made.slots, leaves, from: start }
  return { create: made, seed, entries: makeEntries(random, tree), freezeAt: end / 1000 + 168 * 3600 }
}

/** Freezes before the last one miss their quorum: too few witnesses sign, or too late. */
async function freezeAll(random: Random, shop: Shop, draw: Draw, isLost: boolean, slips: number, alter: Alterations) {
  const { create, entries, freezeAt } = draw
  const { log, chain } = shop
  const manifests: Freeze[] = []
  const texts: string[] = []
  const freezes: Bundle['freezes'] = []
  const root = hexOf(treeRoot(entries.lines.map(line => leafHash(utf8(line)))))
  const createHash = sha256Hex(formatCreate(create))
  const { list, counts } = replay(entries.lines, { giveaway: create.giveaway, slots: create.slots, createHash })
  log.append(formatHead({ giveaway: create.giveaway, size: entries.lines.length, root }))
  for (let slip = 0; slip <= slips; slip++) {
    const round = roundAt(chain, freezeAt + create.gap) + slip * SLIP_ROUNDS
    const freeze: Freeze = {
      log: log.signer.name,
      giveaway: create.giveaway,
      create: createHash,
      tree: { size: entries.lines.length, root },
      list: { size: list.length, hash: listHash(create.giveaway, list) },
      ...counts,
      commitment: create.commitment,
      seed: isLost ? 'void' : draw.seed,
      beacon: create.beacon,
      round,
      time: timeOfRound(chain, round),
      gap: create.gap,
      margin: create.margin,
    }
    const manifest = alter.freeze?.(freeze, slip) ?? freeze
    const latest = manifest.time - manifest.margin
    const late: Cosigning = random.below(2) === 0 ? [{ witness: 1, at: latest - 9 }] : allAt(latest)
    const inTime: Cosigning = [
      { witness: 0, at: latest },
      { witness: 2, at: latest - 1 - random.below(60) },
    ]
    const cosigning = slip < slips ? late.map(each => ({ ...each, at: each.at + 1 })) : inTime
    manifests.push(manifest)
    texts.push(formatFreeze(manifest))
    const index = log.append(texts.at(-1)!)
    freezes.push(await log.logged(index, alter.cosigning?.(cosigning, slip) ?? cosigning))
  }
  return { manifests, texts, freezes }
}

async function passAll(random: Random, log: MadeLog, drawn: Drawn, passes: number, from: number, alter: Alterations) {
  const logged: Bundle['passed'] = []
  for (let index = 0; index < passes; index++) {
    const at = (from + index * 86_400) * 1000
    const reason = random.pick(['declined', 'no-reply', 'ineligible'])
    const notice = random.hex(32)
    const number = drawn.places[index]!
    const passed = { giveaway: drawn.giveaway, at, place: index + 1, number, reason, notice }
    const place = log.append(formatPassed(alter.passed?.(passed, index) ?? passed))
    logged.push(await log.logged(place, allAt(at / 1000 + 5)))
  }
  return logged
}

async function receiptFor({ log, receiptSigner }: Shop, giveaway: string, claim: MadeEntries['claims'][number]) {
  const body = formatReceipt({ log: log.signer.name, giveaway, leaves: [claim.line], by: claim.at + DEADLINE_MS })
  const receipt = await signNote(body, [receiptSigner])
  return { receipt, vkey: receiptSigner.vkey, holderSecret: claim.holderSecret, nonces: [claim.nonce] }
}

function addNoise(random: Random, log: MadeLog) {
  log.append(formatHead({ giveaway: random.hex(8), size: 1 + random.below(9), root: random.hex(32) }))
}
