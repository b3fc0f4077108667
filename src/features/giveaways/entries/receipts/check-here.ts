import type { KeptReceipt, Step, Verdict } from '@redoubt/draw/verify.ts'

export const bundlePathOf = (giveawayId: string): string => `/api/giveaways/${giveawayId}/draw.json`

/**
 * `chain`: the name of the beacon's chain in the evidence; empty if the evidence does not hold. `own`: the step "Am I in?" of each receipt
 * of the visitor.
 */
export type CheckedHere = { verdict: Verdict; chain: string; own: Step[] }

/** Checks the evidence of a draw, and the visitor's receipts against it, in the visitor's browser. The verifier is loaded on demand, because it brings BLS along. */
export async function checkHere(giveawayId: string, receipts: readonly KeptReceipt[]): Promise<CheckedHere> {
  const [response, { verifyReceipts }, { parseBundle }] = await Promise.all([
    fetch(bundlePathOf(giveawayId)),
    import('@redoubt/draw/verify.ts'),
    import('@redoubt/draw/bundle.ts'),
  ])
  if (!response.ok) throw new Error('The evidence could not be read. Please try again.')
  const text = await response.text()
  const { verdict, own } = verifyReceipts(text, receipts)
  return { verdict, chain: verdict.ok ? parseBundle(text).beacon.chain : '', own }
}
