import { transport } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import type { PageGiveaway, PageProof } from '../../../catalogue/web/page/load-giveaway.ts'
import { bundlePathOf } from '../check-here.ts'

export type StageData = { giveaway: PageGiveaway; proof: PageProof }

/** The bundle of a frozen draw, byte for byte as the shop publishes it. @throws ApiError */
export async function readBundle(giveawayId: string): Promise<string> {
  const response = await transport(bundlePathOf(giveawayId))
  const text = await response.text()
  if (response.ok) return text
  throw new ApiError({
    status: response.status,
    // The newest line of the draw reaches a checkpoint within seconds.
    code: response.status === 409 ? 'evidence_pending' : 'unknown',
    detail: 'The evidence of this draw could not be loaded.',
  })
}

/** Whether a failed read is worth another: the evidence is being published. */
export const isPending = (error: Error): boolean => error instanceof ApiError && error.code === 'evidence_pending'
