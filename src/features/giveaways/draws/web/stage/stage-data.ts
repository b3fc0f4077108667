import { transport } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import type { PageGiveaway, PageProof } from '../../../catalogue/web/page/load-giveaway.ts'
import { bundlePathOf } from '../check-here.ts'

export type StageData = { giveaway: PageGiveaway; proof: PageProof }

/** The bundle of a frozen draw, byte for byte as the shop publishes it. */
export async function readBundle(giveawayId: string): Promise<string> {
  const response = await transport(bundlePathOf(giveawayId))
  const text = await response.text()
  if (response.ok) return text
  throw new ApiError({
    status: response.status,
    code: 'unknown',
    detail: 'The evidence of this draw could not be loaded.',
  })
}
