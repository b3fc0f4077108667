import { type Cosigned, cosignaturesOf } from './checkpoint.ts'
import {
  COSIGNATURE,
  ED25519,
  formatNote,
  InvalidNote,
  isSameKey,
  type Note,
  parseNote,
  parseVerifierKey,
  type VerifierKey,
} from './note.ts'

/** Policies of C2SP (c2sp.org/tlog-policy): which log, which witnesses, and how many of them must agree. */
export type Policy = { log: VerifierKey; witnesses: PolicyWitness[]; groups: PolicyGroup[]; quorum: string }
/** `name` is used inside the policy only; the key has a name of its own. */
export type PolicyWitness = { name: string; key: VerifierKey; url?: string }
export type PolicyGroup = { name: string; threshold: number; members: string[] }
/** What `formatPolicy` needs: the keys as text, and one group of `quorum` of all witnesses. */
export type PolicyInput = {
  log: string
  witnesses: readonly { name: string; vkey: string; url?: string }[]
  quorum: number
}

export class InvalidPolicy extends Error {}

const QUORUM_GROUP = 'witnesses'

export function formatPolicy({ log, witnesses, quorum }: PolicyInput): string {
  const lines = [
    `log ${log}`,
    ...witnesses.map(({ name, vkey, url }) => `witness ${name} ${vkey}${url ? ` ${url}` : ''}`),
    `group ${QUORUM_GROUP} ${quorum} ${witnesses.map(({ name }) => name).join(' ')}`,
    `quorum ${QUORUM_GROUP}`,
  ]
  const text = `${lines.join('\n')}\n`
  parsePolicy(text)
  return text
}

export function parsePolicy(text: string): Policy {
  if (/[^\t\n\x20-\x7e]/.test(text) || !text.endsWith('\n'))
    throw new InvalidPolicy('The policy has an unknown character.')
  const lines = text
    .split('\n')
    .map(line => line.split(/[ \t]/).filter(Boolean))
    .filter(([word]) => word && !word.startsWith('#'))
  const policy: Partial<Policy> & Pick<Policy, 'witnesses' | 'groups'> = { witnesses: [], groups: [] }
  for (const [word, ...rest] of lines) addLine(policy, word!, rest)
  const { log, quorum, witnesses, groups } = policy
  if (!log || !quorum) throw new InvalidPolicy('The policy names no log or no quorum.')
  return { log, witnesses, groups, quorum }
}

function addLine(policy: Partial<Policy> & Pick<Policy, 'witnesses' | 'groups'>, word: string, rest: string[]) {
  const { witnesses, groups } = policy
  const isKnown = (name: string) => [...witnesses, ...groups].some(known => known.name === name)
  if (word === 'log') {
    if (policy.log || rest.length < 1 || rest.length > 2) throw new InvalidPolicy('The policy names one log.')
    policy.log = keyOf(rest[0]!, ED25519)
  } else if (word === 'witness') {
    const [name, vkey, url] = rest
    if (!name || !vkey || rest.length > 3 || name === 'none' || isKnown(name))
      throw new InvalidPolicy('A witness of the policy has another form or a name twice.')
    const key = keyOf(vkey, COSIGNATURE)
    if (witnesses.some(other => isSameKey(other.key, key) || other.key.name === key.name))
      throw new InvalidPolicy('The policy names a key twice.')
    witnesses.push({ name, key, ...(url && { url }) })
  } else if (word === 'group') {
    const [name, count, ...members] = rest
    if (!name || name === 'none' || isKnown(name) || members.length === 0 || !members.every(isKnown))
      throw new InvalidPolicy('A group of the policy has another form, or names what is not there.')
    const earlier = [...groups.flatMap(group => group.members), ...members]
    if (new Set(earlier).size < earlier.length) throw new InvalidPolicy('The policy counts a witness twice.')
    groups.push({ name, threshold: thresholdOf(count!, members.length), members })
  } else if (word === 'quorum') {
    if (policy.quorum || rest.length !== 1 || !isKnown(rest[0]!))
      throw new InvalidPolicy('The policy names one quorum, of witnesses that it lists.')
    policy.quorum = rest[0]!
  } else {
    throw new InvalidPolicy('The policy has a line of another kind.')
  }
}

function thresholdOf(text: string, members: number): number {
  if (text === 'any') return 1
  if (text === 'all') return members
  const threshold = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
  if (threshold < 1 || threshold > members) throw new InvalidPolicy('A group of the policy needs more than it has.')
  return threshold
}

function keyOf(vkey: string, type: number): VerifierKey {
  try {
    const key = parseVerifierKey(vkey)
    if (key.type === type) return key
  } catch (error) {
    if (!(error instanceof InvalidNote)) throw error
  }
  throw new InvalidPolicy('A key of the policy is none, or of another kind.')
}

/** The second at which the quorum of the policy was reached by valid cosignatures, or null. */
export function quorumAt(policy: Policy, note: string | Note): number | null {
  return quorumTime(policy, cosignaturesOf(typeof note === 'string' ? parseNote(note) : note, policy))
}

/** The same, from cosignatures that were verified. */
export function quorumTime({ witnesses, groups, quorum }: Policy, cosigned: readonly Cosigned[]): number | null {
  const timeOf = (name: string): number | null => {
    const witness = witnesses.find(known => known.name === name)
    if (witness) return cosigned.find(known => known.witness === witness.key.name)?.at ?? null
    const group = groups.find(known => known.name === name)!
    const times = group.members.map(timeOf).filter(at => at !== null)
    return times.sort((a, b) => a - b)[group.threshold - 1] ?? null
  }
  return timeOf(quorum)
}

/** A checkpoint with the signatures of the policy's keys alone, the log's first: the form that a bundle wants. */
export function signedForPolicy(checkpoint: string, { log, witnesses }: Policy): string {
  const { body, signatures } = parseNote(checkpoint)
  const own = [log, ...witnesses.map(({ key }) => key)].flatMap(key => {
    return signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId).slice(0, 1)
  })
  return formatNote(body, own)
}
