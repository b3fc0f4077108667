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
  const detail = 'The evidence of this draw could not be loaded.'
  throw new ApiError({ status: response.status, code: 'unknown', detail })
}

/** The draw is announced, and a checkpoint has its line within seconds. */
export const PENDING = new ApiError({
  status: 404,
  code: 'evidence_pending',
  detail: 'The evidence of this draw is being published.',
})
