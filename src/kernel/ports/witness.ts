export type CosignRequest = {
  /** The size of the last checkpoint that this witness cosigned; 0 for none. */
  oldSize: number
  /** The consistency proof from `oldSize` to the checkpoint's size (RFC 6962). Empty when `oldSize` is 0 or equals the size. */
  proof: readonly Uint8Array[]
  /** The signed note: checkpoint and the log's signature. */
  checkpoint: string
  /** The verifier key of the log. A sandbox witness trusts the first key of an origin; an HTTP witness was told the key by its owner. */
  logVkey: string
}

/**
 * `line`: the witness's signature line, verified by the adapter, with its newline. `conflict`: the size that the witness last cosigned,
 * when that size is not `oldSize`. A size beyond the checkpoint is proven: the witness has shown such a checkpoint with the log's signature.
 */
export type CosignAnswer = { line: string } | { conflict: number }

/** A party that cosigns the checkpoints of the shop's log (c2sp.org/tlog-witness) and never signs two histories. */
export type Witness = {
  /** The key name, which is also the witness's name in the policy. */
  name: string
  /** The verifier key, type 0x04 (Ed25519 cosignature). */
  vkey: string
  /** The person or company that runs the witness, shown on each giveaway. */
  owner: string
  /** True for a witness that the shop runs. Such a witness proves nothing against the shop. */
  isOurs: boolean
  /** @throws WitnessFailed when there is no valid cosignature and no conflict. */
  cosign: (request: CosignRequest) => Promise<CosignAnswer>
}

/** The C2SP policy text for a log: its key, the witnesses and the quorum. Its SHA-256 is part of each create leaf. */
export type WitnessPolicy = (logVkey: string) => string

/**
 * - `unreachable`: network error, timeout or fault of the witness. The witness may have cosigned: a repeated call answers the same or
 *   a conflict.
 * - `unknown_log`: the witness does not know the log's origin or key (404, 403). Its owner must add the log.
 * - `inconsistent`: the witness has shown a checkpoint with the log's signature that the new one does not continue. This is an alarm.
 * - `invalid`: the witness refused the request as malformed (400), answered no valid cosignature, or claims another history without proof.
 */
export type WitnessFault = 'unreachable' | 'unknown_log' | 'inconsistent' | 'invalid'

export class WitnessFailed extends Error {
  readonly fault: WitnessFault

  constructor(fault: WitnessFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'WitnessFailed'
    this.fault = fault
  }
}
