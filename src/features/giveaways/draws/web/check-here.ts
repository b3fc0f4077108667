import type { Verdict } from '@redoubt/draw/verify.ts'

export const bundlePathOf = (giveawayId: string): string => `/api/giveaways/${giveawayId}/draw.json`

/** Checks the evidence of a draw in the visitor's browser. The verifier is loaded on demand, because it brings BLS along. */
export async function checkHere(giveawayId: string): Promise<Verdict> {
  const [response, { verifyBundle }] = await Promise.all([
    fetch(bundlePathOf(giveawayId)),
    import('@redoubt/draw/verify.ts'),
  ])
  if (!response.ok) throw new Error('The evidence could not be read. Please try again.')
  return verifyBundle(await response.text())
}
