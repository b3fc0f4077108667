import type { KeptReceipt } from '@redoubt/draw/verify.ts'
import { browserStorage, jsonIn, type TextStorage } from '#kernel/client/storage/browser-storage.ts'

/**
 * A claim as the browser keeps it. The shop has the receipt too, but never the nonces: they show that this browser made the entry's mark, so that
 * one leaf cannot be sold to two people.
 */
export type KeptClaim = KeptReceipt & { holderSecret: string; nonces: string[]; slots: number[] }

/** One key a user, because several users may share a browser. Signing out leaves the receipts: they prove entries for years. */
const keyOf = (userId: string) => `redoubt.receipts.${userId}`

type Kept = Record<string, KeptClaim[]>

const readAll = (storage: TextStorage, userId: string): Kept => {
  const value = jsonIn(storage, keyOf(userId))
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Kept) : {}
}

/** The user's kept claims of a giveaway, oldest first. */
export const keptClaimsOf = (userId: string, giveawayId: string, storage: TextStorage = browserStorage): KeptClaim[] =>
  (readAll(storage, userId)[giveawayId] ?? []).filter(claim => typeof claim?.receipt === 'string')

/** Keeps a claim once: a repeated answer has the same receipt. */
export function keepClaim(
  userId: string,
  giveawayId: string,
  claim: KeptClaim,
  storage: TextStorage = browserStorage,
): void {
  const all = readAll(storage, userId)
  const before = keptClaimsOf(userId, giveawayId, storage)
  if (before.some(({ receipt }) => receipt === claim.receipt)) return
  storage.setItem(keyOf(userId), JSON.stringify({ ...all, [giveawayId]: [...before, claim] }))
}
