/** What the shop publishes of a draw (`draw.json`). Every byte of it means something. */
export type Bundle = {
  format: 'redoubt-bundle/2'
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

/** The one text of a bundle: JSON without spaces, with the keys in the order of the type. */
export function formatBundle(_bundle: Bundle): string {
  throw new Error('not there yet')
}

/** Throws `InvalidBundle` on unknown, missing or doubled keys, values of another type, and any other text of the same bundle. */
export function parseBundle(_json: string): Bundle {
  throw new Error('not there yet')
}
