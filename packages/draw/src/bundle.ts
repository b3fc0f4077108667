/** What the shop publishes of a draw (`draw.json`). Every byte of it means something. */
export type Bundle = {
  format: typeof FORMAT
  policy: string
  beacon: BundleBeacon
  /** The leaves of the entry tree, with a line feed between. */
  entries: string
  slots: number
  create: LoggedLeaf
  freezes: LoggedLeaf[]
  /** Null until the round is there; so is the signature of the beacon. */
  drawn: LoggedLeaf | null
  passed: LoggedLeaf[]
}
export type BundleBeacon = {
  chain: string
  publicKey: string
  period: number
  genesis: number
  round: number
  signature: string | null
}
/** A leaf of the shop log: its exact text, Base64 hashes of the inclusion proof, and the signed checkpoint. */
export type LoggedLeaf = { leaf: string; index: number; proof: string[]; checkpoint: string }

export class InvalidBundle extends Error {}

const FORMAT = 'redoubt-bundle/2'

/** The one text of a bundle: JSON without spaces, with the keys in the order of the type. */
export const formatBundle = (bundle: Bundle): string => JSON.stringify(readBundle(bundle))

/** Throws `InvalidBundle` on unknown, missing or doubled keys, values of another type, and any other text of the same bundle. */
export function parseBundle(json: string): Bundle {
  const bundle = readBundle(parsedJson(json))
  if (JSON.stringify(bundle) !== json)
    throw new InvalidBundle(
      'The file was written again by another program: its spaces or the order of its parts changed.',
    )
  return bundle
}

export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new InvalidBundle('The file is not JSON.')
  }
}

/** Copies a bundle out of any value, in the order of its text. */
export function readBundle(value: unknown): Bundle {
  const fields = exactly('The file', value, [
    'format',
    'policy',
    'beacon',
    'entries',
    'slots',
    'create',
    'freezes',
    'drawn',
    'passed',
  ])
  if (fields.format !== FORMAT) throw new InvalidBundle('The file is of another format or version.')
  return {
    format: FORMAT,
    policy: text('policy', fields.policy),
    beacon: beaconOf(fields.beacon),
    entries: text('entries', fields.entries),
    slots: count('slots', fields.slots),
    create: loggedLeaf('create', fields.create),
    freezes: list('freezes', fields.freezes, loggedLeaf),
    drawn: fields.drawn === null ? null : loggedLeaf('drawn', fields.drawn),
    passed: list('passed', fields.passed, loggedLeaf),
  }
}

function beaconOf(value: unknown): BundleBeacon {
  const names = ['chain', 'publicKey', 'period', 'genesis', 'round', 'signature']
  const { chain, publicKey, period, genesis, round, signature } = exactly('"beacon"', value, names)
  return {
    chain: text('chain', chain),
    publicKey: text('publicKey', publicKey),
    period: count('period', period),
    genesis: count('genesis', genesis),
    round: count('round', round),
    signature: signature === null ? null : text('signature', signature),
  }
}

function loggedLeaf(name: string, value: unknown): LoggedLeaf {
  const { leaf, index, proof, checkpoint } = exactly(`"${name}"`, value, ['leaf', 'index', 'proof', 'checkpoint'])
  return {
    leaf: text(`leaf of ${name}`, leaf),
    index: count(`index of ${name}`, index),
    proof: list(`proof of ${name}`, proof, text),
    checkpoint: text(`checkpoint of ${name}`, checkpoint),
  }
}

function exactly(name: string, value: unknown, keys: string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidBundle(`${name} is not a record of fields.`)
  const given = Object.keys(value)
  const missing = keys.find(key => !given.includes(key))
  if (missing) throw new InvalidBundle(`${name} has no field "${missing}".`)
  if (given.length > keys.length) throw new InvalidBundle(`${name} has a field that no draw has.`)
  return value as Record<string, unknown>
}

function text(name: string, value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new InvalidBundle(`"${name}" is not a text.`)
  return value
}

function count(name: string, value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || Object.is(value, -0))
    throw new InvalidBundle(`"${name}" is not a whole number.`)
  return value as number
}

function list<T>(name: string, value: unknown, read: (name: string, part: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new InvalidBundle(`"${name}" is not a list.`)
  return Array.from(value, part => read(name, part))
}
