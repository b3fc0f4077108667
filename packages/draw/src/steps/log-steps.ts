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
import { say } from './sentences.ts'

export function checkPolicy(findings: Findings): string {
  const { bundle, options } = findings
  findings.create = parseCreate(bundle.create.leaf)
  findings.policy = parsePolicy(bundle.policy)
  if (sha256Hex(bundle.policy) !== findings.create.policy) fail(say('policy.other'))
  if (options.logKey !== undefined && !isSameKey(parseVerifierKey(options.logKey), findings.policy.log))
    fail(say('policy.otherLog'))
  return 'The log and its witnesses are those that were named when the giveaway was created.'
}

export function checkLog(findings: Findings): string {
  const { bundle, create, policy } = findings as Required<Findings>
  const createHash = sha256Hex(bundle.create.leaf)
  const logged = [bundle.create, ...bundle.freezes, ...(bundle.drawn ? [bundle.drawn] : [])]
  const names = [say('name.create'), ...bundle.freezes.map(() => say('name.freeze')), say('name.drawn')]
  const proven = logged.map((leaf, index) => prove(names[index]!, leaf, policy))
  if (proven[0]!.quorumAt === null) fail(say('log.createUnseen'))
  if (logged.some(({ index }, place) => place > 0 && index <= logged[place - 1]!.index)) fail(say('log.disordered'))
  const roots = new Map(proven.map(({ size, root }) => [size, root]))
  if (proven.some(({ size, root }) => roots.get(size) !== root)) fail(say('log.twoHistories'))
  const freezes = bundle.freezes.map(({ leaf }, index) => ({
    leaf,
    freeze: parseFreeze(leaf),
    proven: proven[index + 1]!,
  }))
  const isOwn = ({ freeze }: { freeze: Freeze }) =>
    freeze.log === policy.log.name && freeze.giveaway === create.giveaway && freeze.create === createHash
  if (freezes.length === 0) fail(say('log.notSealed'))
  if (!freezes.every(isOwn)) fail(say('log.otherList'))
  findings.freezes = freezes
  findings.drawn = bundle.drawn && parseDrawn(bundle.drawn.leaf)
  if (findings.drawn && findings.drawn.giveaway !== create.giveaway) fail(say('log.otherResult'))
  return 'The giveaway, its sealed list and its result are in the public log.'
}

function prove(name: string, leaf: LoggedLeaf, policy: Policy): Proven {
  try {
    return proveLogged(leaf, policy)
  } catch {
    return fail(say('log.notProven', { name }))
  }
}

export function checkQuorum(findings: Findings): string {
  const { freezes } = findings as Required<Findings>
  const deciding = freezes.find(({ freeze: { time, margin }, proven: { quorumAt } }) => {
    return quorumAt !== null && quorumAt <= time - margin
  })
  if (!deciding) return fail(say('quorum.late'))
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
      fail(say('freeze.differs'))
    if (freeze.round <= round) fail(say('freeze.earlier'))
    round = freeze.round
  }
  const hash = drawn?.manifest
  if (freezes.some(({ leaf }) => leaf !== deciding.leaf && sha256Hex(leaf) === hash)) fail(say('freeze.notFirst'))
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
    const { quorumAt } = prove(say('name.passed'), logged, policy)
    if (quorumAt === null) fail(say('passed.unseen'))
    if (!bundle.drawn || logged.index <= last.index || passed.at < at) fail(say('passed.disordered'))
    if (passed.giveaway !== create.giveaway) fail(say('passed.otherGiveaway'))
    const [place, number] = [index + 1, places[index]]
    if (number === undefined) fail(say('passed.noPlace', { place }))
    if (passed.place !== place || passed.number !== number) fail(say('passed.other', { place, number }))
    last = logged
    at = passed.at
  })
  findings.winner = places[bundle.passed.length]
  if (findings.winner === undefined) return 'No place is left.'
  return bundle.passed.length === 0
    ? `The winner is number ${findings.winner}.`
    : `The places before were passed in their order: ${bundle.passed.length}. The winner is number ${findings.winner}.`
}
