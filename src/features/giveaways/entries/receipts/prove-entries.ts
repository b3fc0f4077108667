import type { KeptReceipt } from '@redoubt/draw/verify.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { giveawaysClient } from '../../giveaway/web/giveaways-client.ts'
import type { MyEntries } from '../contract.ts'
import { bundlePathOf } from './check-here.ts'
import type { KeptClaim } from './kept-receipts.ts'

/** A receipt and the entries that it is for. `isKept`: from this browser, with the nonces that only this browser has. */
export type Evidence = { claim: KeptReceipt & { slots: number[] }; isKept: boolean }
/** `by`: not in the log yet, and the receipt's deadline, this moment in milliseconds, has not passed. */
export type Proven = { slots: number[]; ok: boolean; by?: number; sentence: string }

/** The receipts of this browser, and the shop's for the entries that the browser has none of. */
export function evidenceOf(
  { entries, receiptKey }: Pick<MyEntries, 'entries' | 'receiptKey'>,
  kept: KeptClaim[],
): Evidence[] {
  // A swap moves the entry; the receipt names the slot of the claim, and its leaf is the same.
  const covered = new Set(kept.flatMap(({ receipt }) => leavesOf(receipt)))
  const others = entries.flatMap(({ receipt, holderSecret, nonce, slotNumber }): Evidence[] => {
    if (receipt === null || leavesOf(receipt).every(leaf => covered.has(leaf))) return []
    const secrets = { ...(holderSecret && { holderSecret }), ...(nonce && { nonces: [nonce] }) }
    return [{ claim: { receipt, vkey: receiptKey, slots: [slotNumber], ...secrets }, isKept: false }]
  })
  return [...kept.map(claim => ({ claim, isKept: true })), ...others]
}

const leavesOf = (receipt: string) => receipt.split('\n').filter(line => line.startsWith('leaf '))

/** Checks receipts in this browser: against the sealed list, and before it is sealed against the log that the witnesses saw. */
export async function proveEntries(
  giveawayId: string,
  evidence: readonly Evidence[],
  { entries }: Pick<MyEntries, 'entries'>,
  isSealed: boolean,
): Promise<Proven[]> {
  if (isSealed) return proveInList(giveawayId, evidence)
  const indexes = new Map(
    entries.flatMap(({ receipt, leafIndex }) => leavesOf(receipt ?? '').map(leaf => [leaf.slice(5), leafIndex])),
  )
  return Promise.all(evidence.map(({ claim }) => proveInLog(giveawayId, claim, indexes)))
}

async function proveInList(giveawayId: string, evidence: readonly Evidence[]): Promise<Proven[]> {
  const [response, { verifyBundle }] = await Promise.all([
    fetch(bundlePathOf(giveawayId)),
    import('@redoubt/draw/verify.ts'),
  ])
  if (!response.ok) throw new Error('The evidence could not be read. Please try again.')
  const bundle = await response.text()
  return evidence.map(({ claim: { slots, ...receipt } }) => {
    const { steps } = verifyBundle(bundle, { receipt })
    const { ok, sentence } = steps.find(({ step }) => step === 12)!
    return { slots, ok, sentence }
  })
}

const WAITS = 'The entry is being written to the log.'

type Indexes = ReadonlyMap<string, number | null>

async function proveInLog(giveawayId: string, claim: Evidence['claim'], indexes: Indexes): Promise<Proven> {
  const { slots, receipt, vkey } = claim
  const [{ verifyOwnEntry }, { parseNote, verifyNote }, { parseReceipt }, { parsePolicy }] = await Promise.all([
    import('@redoubt/draw/entries/entry-proof.ts'),
    import('@redoubt/draw/log/note.ts'),
    import('@redoubt/draw/entries/receipt.ts'),
    import('@redoubt/draw/log/policy.ts'),
  ])
  const answer = (ok: boolean, sentence: string): Proven => ({ slots, ok, sentence })
  if (!verifyNote(receipt, vkey)) return answer(false, 'The receipt is not signed by the shop.')
  const { leaves, by } = parseReceipt(parseNote(receipt).body)
  const notYet = (sentence: string): Proven =>
    Date.now() < by ? { slots, ok: false, by, sentence: WAITS } : { slots, ok: false, sentence }
  let sentence = ''
  for (const leaf of leaves) {
    const index = indexes.get(leaf)
    if (index === undefined) return answer(false, 'This entry is no longer among your entries.')
    if (index === null) return notYet('The entry is not in the log, and the deadline of its receipt has passed.')
    const found = await proofAt(giveawayId, index)
    if (found instanceof ApiError)
      return found.code === 'proof_pending' ? notYet(found.message) : answer(false, found.message)
    const { policy, ...proof } = found
    const own = verifyOwnEntry({ leaf, giveaway: giveawayId, by, proof, policy: parsePolicy(policy) })
    if (!own.ok) return answer(false, own.sentence)
    sentence = own.sentence
  }
  return answer(true, sentence)
}

/** The proof of a leaf, or the shop's reason why there is none yet. */
async function proofAt(giveawayId: string, index: number) {
  const route = giveawaysClient().giveaways[':id'].proof[':index']
  try {
    return await call(route.$get({ param: { id: giveawayId, index: String(index) } }))
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  }
}
