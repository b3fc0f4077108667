import type { EntryProof } from '../src/entries/entry-proof.ts'
import type { KeptReceipt } from '../src/verify.ts'

/** A file beside the bundle that cannot be read, in one sentence. */
export class InvalidFile extends Error {}

/** Reads what an entrant saved: `redoubt-receipt/2`, see the README. */
export function readReceipt(json: string): KeptReceipt {
  const { format, receipt, secret, nonces, key, proofs } = recordOf(json, 'receipt')
  if (format !== 'redoubt-receipt/2') throw new InvalidFile('The receipt is of another format or version.')
  if (typeof receipt !== 'string' || typeof key !== 'string')
    throw new InvalidFile('The receipt has no note or no key.')
  if (secret !== undefined && typeof secret !== 'string') throw new InvalidFile('The secret of the receipt is no text.')
  const isList = Array.isArray(nonces) && nonces.every(nonce => typeof nonce === 'string')
  if (nonces !== undefined && !isList) throw new InvalidFile('The nonces of the receipt are no list of texts.')
  return {
    receipt,
    vkey: key,
    ...(secret !== undefined && { holderSecret: secret }),
    ...(isList && { nonces: nonces as string[] }),
    ...(proofs !== undefined && { proofs: proofsOf(proofs) }),
  }
}

function proofsOf(value: unknown): EntryProof[] {
  const isProof = (part: unknown): part is EntryProof => {
    const { entry, head } = (part ?? {}) as Partial<EntryProof>
    return typeof entry === 'string' && typeof head === 'string'
  }
  if (!Array.isArray(value) || !value.every(isProof))
    throw new InvalidFile('The proofs of the receipt have another form.')
  return value
}

/** The signature of a round, as any relay of the beacon answers it. */
export function readRound(json: string): string {
  const { signature } = recordOf(json, 'round')
  if (typeof signature !== 'string') throw new InvalidFile('The file of the round has no signature.')
  return signature
}

function recordOf(json: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new InvalidFile(`The file of the ${name} is not a JSON record.`)
}
