import { hexOf, sha256Hex, utf8 } from '../bytes.ts'
import { InvalidTree, listHash, replay } from '../entries/replay.ts'
import { PLACES_OF_LEAF } from '../log/log-leaf.ts'
import { leafHash, treeRoot } from '../log/merkle.ts'
import { isBound, timeOfRound, verifyRound } from '../round/beacon.ts'
import { commitmentOf, drawKey, drawOrder, placesOf } from '../round/order.ts'
import { type Findings, fail, momentText } from './findings.ts'
import { say } from './sentences.ts'

export function checkEntries(findings: Findings): string {
  const { bundle, create } = findings as Required<Findings>
  if (bundle.slots !== create.slots) fail(say('entries.otherSlots'))
  const lines = bundle.entries.split('\n')
  const tree = { giveaway: create.giveaway, slots: create.slots, createHash: sha256Hex(bundle.create.leaf) }
  try {
    findings.replayed = replay(lines, tree)
  } catch (error) {
    if (error instanceof InvalidTree) fail(say('entries.impossible', { index: error.index }))
    throw error
  }
  findings.lines = lines
  return `All ${lines.length} records of entries follow from each other.`
}

export function checkList(findings: Findings): string {
  const { deciding, replayed, lines } = findings as Required<Findings>
  const { tree, list, giveaway, credit, auto, mail, staff } = deciding.freeze
  const root = hexOf(treeRoot(lines.map(line => leafHash(utf8(line)))))
  if (lines.length !== tree.size || root !== tree.root) fail(say('list.otherRecords'))
  if (replayed.list.length !== list.size || listHash(giveaway, replayed.list) !== list.hash) fail(say('list.other'))
  const { counts } = replayed
  if (counts.credit !== credit || counts.auto !== auto || counts.mail !== mail || counts.staff !== staff)
    fail(say('list.otherCounts'))
  findings.sealed = replayed
  return `The list is the sealed one: ${credit} entries by credit, ${auto} automatic, ${mail} by mail. Entries of staff left out: ${staff}.`
}

export function checkSeed(findings: Findings): string {
  const { deciding, create } = findings as Required<Findings>
  const { commitment, seed, giveaway } = deciding.freeze
  if (commitment !== create.commitment) fail(say('seed.exchanged'))
  if (seed === 'void')
    return 'The shop lost its secret number and said so before the random number was known; zero counts instead.'
  if (commitmentOf(giveaway, seed) !== commitment) fail(say('seed.other'))
  return 'The secret number is the one that was promised when the giveaway was created.'
}

export function checkRound(findings: Findings): string {
  const { bundle, deciding, create } = findings as Required<Findings>
  const { beacon, round, time, gap, margin } = deciding.freeze
  if (beacon !== create.beacon || bundle.beacon.chain !== beacon || !isBound(bundle.beacon))
    fail(say('round.otherSource'))
  if (gap !== create.gap || margin !== create.margin) fail(say('round.otherRules'))
  if (round < 1 || bundle.beacon.round !== round) fail(say('round.other'))
  if (time !== timeOfRound(bundle.beacon, round)) fail(say('round.otherTime'))
  return `The sealed list named the random number: round ${round}, of ${momentText(time)}.`
}

export function checkBeacon(findings: Findings): string {
  const { bundle, options } = findings
  const { beacon } = bundle
  const signature = beacon.signature ?? options.signature
  if (signature === undefined) {
    const moment = momentText(timeOfRound(beacon, beacon.round))
    return fail(say('beacon.absent', { round: beacon.round, moment }))
  }
  if (beacon.signature === null && bundle.drawn) fail(say('beacon.withoutNumber'))
  if (!verifyRound(beacon, beacon.round, signature)) fail(say('beacon.forged'))
  findings.signature = signature
  return `The random number is the true one of round ${beacon.round}.`
}

export function checkOrder(findings: Findings): string {
  const { bundle, deciding, sealed, signature, drawn } = findings as Required<Findings>
  if (!bundle.drawn && bundle.beacon.signature !== null) fail(say('order.withoutResult'))
  const places = placesOf(drawOrder(drawKey(deciding.leaf, deciding.freeze.seed, signature), sealed.list))
  if (bundle.drawn && !drawn) fail(say('order.unreadable'))
  if (drawn) {
    if (drawn.manifest !== sha256Hex(deciding.leaf)) fail(say('order.otherList'))
    if (drawn.round !== bundle.beacon.round || drawn.signature !== signature) fail(say('order.otherNumber'))
    if (drawn.places.join() !== places.slice(0, PLACES_OF_LEAF).join())
      fail(say('order.wrong', { number: places[0] ?? 0 }))
  }
  findings.places = places
  if (places.length === 0) return 'Nobody took part, so nobody is drawn.'
  return `The first place belongs to number ${places[0]}${drawn ? ', as the shop says' : ''}.`
}
