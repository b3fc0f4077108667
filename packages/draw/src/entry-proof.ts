import type { Policy } from './policy.ts'

/**
 * Two blocks of `c2sp.org/tlog-proof@v1`. The first leads from the entry's leaf to the root of the giveaway's tree, which has no signature of
 * its own; the second from the head leaf that holds this root to the signed checkpoint of the shop log.
 */
export type EntryProof = { entry: string; head: string }
export type TlogProof = { index: number; proof: Uint8Array[]; checkpoint: string }
export type OwnEntry = { ok: boolean; sentence: string; index?: number; witnessedAt?: number }

export class InvalidProof extends Error {}

export function formatTlogProof(_proof: TlogProof): string {
  throw new Error('not there yet')
}

export function parseTlogProof(_text: string): TlogProof {
  throw new Error('not there yet')
}

type Question = { leaf: string; giveaway: string; by: number; proof: EntryProof; policy: Policy }

/** Whether the leaf of a receipt is in a head that a quorum of witnesses saw, and by the deadline. */
export function verifyOwnEntry(_question: Question): OwnEntry {
  throw new Error('not there yet')
}
