import type { Bundle } from '../bundle.ts'
import type { EntryProof } from '../entries/entry-proof.ts'
import type { Replayed } from '../entries/replay.ts'
import type { Create, Drawn, Freeze } from '../log/log-leaf.ts'
import type { Proven } from '../log/logged-leaf.ts'
import type { Policy } from '../log/policy.ts'

/** What an entrant kept of a claim. */
export type KeptReceipt = {
  receipt: string
  /** The shop's key of receipts. */
  vkey: string
  holderSecret?: string
  /** In the order of the receipt's leaves, as are the proofs. */
  nonces?: string[]
  /** From before the freeze: they show that the tree was not written again since. */
  proofs?: EntryProof[]
}
export type VerifyOptions = {
  receipt?: KeptReceipt
  /** The key of the log from another source than the bundle. */
  logKey?: string
  /** The signature of the round, for a bundle from before the draw. */
  signature?: string
  /** Leaves out the steps after the first that fails. */
  stopsEarly?: boolean
}

/** What the steps find for those after them, each with the step that finds it. */
export type Findings = {
  bundle: Bundle
  options: VerifyOptions
  create?: Create
  policy?: Policy
  freezes?: { leaf: string; freeze: Freeze; proven: Proven }[]
  drawn?: Drawn | null
  deciding?: { leaf: string; freeze: Freeze }
  lines?: string[]
  replayed?: Replayed
  sealed?: Replayed
  signature?: string
  places?: number[]
  winner?: number
}

/** A fault that an entrant reads. */
export class Fault extends Error {}

export function fail(sentence: string): never {
  throw new Fault(sentence)
}

export function momentText(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return `second ${seconds}`
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
