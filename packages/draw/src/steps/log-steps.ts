import type { LoggedLeaf } from '../bundle.ts'
import { sha256Hex } from '../bytes.ts'
import {
  type Freeze,
  formatFreeze,
  parseCreate,
  parseDrawn,
  parseFreeze,
  parsePassed,
  SLIP_ROUNDS,
} from '../log/log-leaf.ts'
import { type Proven, proveLogged } from '../log/logged-leaf.ts'
import { isSameKey, parseVerifierKey } from '../log/note.ts'
import { type Policy, parsePolicy } from '../log/policy.ts'
import { type Findings, fail, momentText } from './findings.ts'

export function checkPolicy(findings: Findings): string {
  const { bundle, options } = findings
  findings.create = parseCreate(bundle.create.leaf)
  findings.policy = parsePolicy(bundle.policy)
  if (sha256Hex(bundle.policy) !== findings.create.policy)
    fail('The file names other witnesses than the giveaway named when it was created.')
  if (options.logKey !== undefined && !isSameKey(parseVerifierKey(options.logKey), findings.policy.log))
    fail('The log of this file is not the log whose key you gave.')
  return 'The log and its witnesses are those that were named when the giveaway was created.'
}

export function checkLog(findings: Findings): string {
  const { bundle, create, policy } = findings as Required<Findings>
  const createHash = sha256Hex(bundle.create.leaf)
  const logged = [bundle.create, ...bundle.freezes, ...(bundle.drawn ? [bundle.drawn] : [])]
  const names = ['The giveaway', ...bundle.freezes.map(() => 'The sealed list'), 'The result']
  const proven = logged.map((leaf, index) => prove(names[index]!, leaf, policy))
  if (proven[0]!.quorumAt === null) fail('Too few witnesses signed that the giveaway was created as this file says.')
  if (logged.some(({ index }, place) => place > 0 && index <= logged[place - 1]!.index))
    fail('The log has the steps of this giveaway in another order.')
  const roots = new Map(proven.map(({ size, root }) => [size, root]))
  if (proven.some(({ size, root }) => roots.get(size) !== root)) fail('The log shows two histories.')
  const freezes = bundle.freezes.map(({ leaf }, index) => ({
    leaf,
    freeze: parseFreeze(leaf),
    proven: proven[index + 1]!,
  }))
  const isOwn = ({ freeze }: { freeze: Freeze }) =>
    freeze.log === policy.log.name && freeze.giveaway === create.giveaway && freeze.create === createHash
  if (freezes.length === 0) fail('The list was not sealed yet.')
  if (!freezes.every(isOwn)) fail('The sealed list is of another giveaway.')
  findings.freezes = freezes
  findings.drawn = bundle.drawn && parseDrawn(bundle.drawn.leaf)
  if (findings.drawn && findings.drawn.giveaway !== create.giveaway) fail('The result is of another giveaway.')
  return 'The giveaway, its sealed list and its result are in the public log.'
}

function prove(name: string, leaf: LoggedLeaf, policy: Policy): Proven {
  try {
    return proveLogged(leaf, policy)
  } catch (error) {
    return fail(`${name} is not proven to be in the log: ${error instanceof Error ? error.message : error}.`)
  }
}

export function checkQuorum(findings: Findings): string {
  const { freezes } = findings as Required<Findings>
  const deciding = freezes.find(({ freeze: { time, margin }, proven: { quorumAt } }) => {
    return quorumAt !== null && quorumAt <= time - margin
  })
  if (!deciding)
    return fail(
      'Too few witnesses signed the sealed list before the time of the draw, so nothing proves that it was not chosen.',
    )
  findings.deciding = deciding
  return `Enough witnesses had signed the sealed list by ${momentText(deciding.proven.quorumAt!)}, before the random number was known.`
}

export function checkFirstFreeze(findings: Findings): string {
  const { bundle, freezes, deciding, drawn } = findings as Required<Findings>
  const [first, ...later] = freezes
  let round = first!.freeze.round
  for (const { leaf, freeze } of later) {
    const rounds = freeze.round - first!.freeze.round
    const time = first!.freeze.time + rounds * bundle.beacon.period
    if (leaf !== formatFreeze({ ...first!.freeze, round: freeze.round, time }) || rounds % SLIP_ROUNDS !== 0)
      fail('The list was sealed twice, and differently.')
    if (freeze.round <= round) fail('A later sealing of the list names an earlier round.')
    round = freeze.round
  }
  const hash = drawn?.manifest
  if (freezes.some(({ leaf }) => leaf !== deciding.leaf && sha256Hex(leaf) === hash))
    fail('The result follows another sealing of the list than the first that counts.')
  return later.length === 0
    ? 'The list was sealed once.'
    : `The list was sealed ${freezes.length} times, each time the same; the first that witnesses signed in time counts.`
}

export function checkPassed(findings: Findings): string {
  const { bundle, policy, places, create } = findings as Required<Findings>
  let last = bundle.drawn ?? bundle.create
  let at = 0
  bundle.passed.forEach((logged, index) => {
    const passed = parsePassed(logged.leaf)
    const { quorumAt } = prove('A passed place', logged, policy)
    if (quorumAt === null) fail('Too few witnesses signed that a place was passed.')
    if (!bundle.drawn || logged.index <= last.index || passed.at < at)
      fail('A place was passed before the one above it.')
    if (passed.giveaway !== create.giveaway) fail('A passed place is of another giveaway.')
    if (passed.place !== index + 1 || passed.number !== places[index])
      fail(`Place ${index + 1} belongs to number ${places[index]}, and another one was passed.`)
    last = logged
    at = passed.at
  })
  findings.winner = places[bundle.passed.length]
  if (findings.winner === undefined) return 'No place is left.'
  return bundle.passed.length === 0
    ? `The winner is number ${findings.winner}.`
    : `The places before were passed in their order: ${bundle.passed.length}. The winner is number ${findings.winner}.`
}
