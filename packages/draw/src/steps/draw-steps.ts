import { hexOf, sha256Hex, utf8 } from '../bytes.ts'
import { InvalidTree, listHash, replay } from '../entries/replay.ts'
import { PLACES_OF_LEAF } from '../log/log-leaf.ts'
import { leafHash, treeRoot } from '../log/merkle.ts'
import { isBound, timeOfRound, verifyRound } from '../round/beacon.ts'
import { commitmentOf, drawKey, drawOrder, placesOf } from '../round/order.ts'
import { type Findings, fail, momentText } from './findings.ts'

export function checkEntries(findings: Findings): string {
  const { bundle, create } = findings as Required<Findings>
  if (bundle.slots !== create.slots) fail('The giveaway was created with another count of numbers.')
  const lines = bundle.entries.split('\n')
  const tree = { giveaway: create.giveaway, slots: create.slots, createHash: sha256Hex(bundle.create.leaf) }
  try {
    findings.replayed = replay(lines, tree)
  } catch (error) {
    if (error instanceof InvalidTree) fail(`Entry record ${error.index} is impossible. ${error.message}`)
    throw error
  }
  findings.lines = lines
  return `All ${lines.length} records of entries follow from each other.`
}

export function checkList(findings: Findings): string {
  const { deciding, replayed, lines } = findings as Required<Findings>
  const { tree, list, giveaway, credit, auto, mail, staff } = deciding.freeze
  const root = hexOf(treeRoot(lines.map(line => leafHash(utf8(line)))))
  if (lines.length !== tree.size || root !== tree.root) fail('The records of entries are not those that were sealed.')
  if (replayed.list.length !== list.size || listHash(giveaway, replayed.list) !== list.hash)
    fail('The list of entries is not the one that was sealed.')
  const { counts } = replayed
  if (counts.credit !== credit || counts.auto !== auto || counts.mail !== mail || counts.staff !== staff)
    fail('The counts of entries are not those that were sealed.')
  findings.sealed = replayed
  return `The list is the sealed one: ${credit} entries by credit, ${auto} automatic, ${mail} by mail. Entries of staff left out: ${staff}.`
}

export function checkSeed(findings: Findings): string {
  const { deciding, create } = findings as Required<Findings>
  const { commitment, seed, giveaway } = deciding.freeze
  if (commitment !== create.commitment) fail('The secret number was exchanged after the giveaway was created.')
  if (seed === 'void')
    return 'The shop lost its secret number and said so before the random number was known; zero counts instead.'
  if (commitmentOf(giveaway, seed) !== commitment)
    fail('The secret number is not the one that was promised at the start.')
  return 'The secret number is the one that was promised when the giveaway was created.'
}

export function checkRound(findings: Findings): string {
  const { bundle, deciding, create } = findings as Required<Findings>
  const { beacon, round, time, gap, margin } = deciding.freeze
  if (beacon !== create.beacon || bundle.beacon.chain !== beacon || !isBound(bundle.beacon))
    fail('The random numbers come from another source than the giveaway named when it was created.')
  if (gap !== create.gap || margin !== create.margin)
    fail('The times between sealing and draw are not those of the rules.')
  if (round < 1 || bundle.beacon.round !== round)
    fail('The draw uses another random number than the sealed list named.')
  if (time !== timeOfRound(bundle.beacon, round))
    fail('The random number does not belong to the moment that the sealed list named.')
  return `The sealed list named the random number: round ${round}, of ${momentText(time)}.`
}

export function checkBeacon(findings: Findings): string {
  const { bundle, options } = findings
  const { beacon } = bundle
  const signature = beacon.signature ?? options.signature
  if (signature === undefined) {
    const time = timeOfRound(beacon, beacon.round)
    const isDue = options.now === undefined || options.now >= time * 1000
    const where = isDue ? 'Any relay of drand has it.' : 'It does not exist yet.'
    return fail(`The random number of round ${beacon.round}, of ${momentText(time)}, is not in this file. ${where}`)
  }
  if (beacon.signature === null && bundle.drawn) fail('The file has a result without its random number.')
  if (!verifyRound(beacon, beacon.round, signature))
    fail('The random number is forged: the signature of the beacon does not hold.')
  findings.signature = signature
  return `The random number is the true one of round ${beacon.round}.`
}

export function checkOrder(findings: Findings): string {
  const { bundle, deciding, sealed, signature, drawn } = findings as Required<Findings>
  if (!bundle.drawn && bundle.beacon.signature !== null) fail('The file has the random number without a result.')
  const places = placesOf(drawOrder(drawKey(deciding.leaf, deciding.freeze.seed, signature), sealed.list))
  if (bundle.drawn && !drawn) fail('The result cannot be read.')
  if (drawn) {
    if (drawn.manifest !== sha256Hex(deciding.leaf)) fail('The result is of another list than the sealed one.')
    if (drawn.round !== bundle.beacon.round || drawn.signature !== signature)
      fail('The result names another random number.')
    if (drawn.places.join() !== places.slice(0, PLACES_OF_LEAF).join())
      fail(
        `The result is wrong: the first place belongs to number ${places[0]}, and the order is not the computed one.`,
      )
  }
  findings.places = places
  if (places.length === 0) return 'Nobody took part, so nobody is drawn.'
  return `The first place belongs to number ${places[0]}${drawn ? ', as the shop says' : ''}.`
}
