import { bundlePathOf } from '#features/giveaways/entries/receipts/check-here.ts'
import type { DRAW_ERRORS } from '#features/giveaways/giveaway/errors/draw-errors.ts'
import type { PageGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { transport } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import type { PageProof } from '../load-drawn-giveaway.ts'

export type StageData = { giveaway: PageGiveaway; proof: PageProof }

/** The bundle of a frozen draw, byte for byte as the shop publishes it. @throws ApiError */
export async function readBundle(giveawayId: string): Promise<string> {
  const response = await transport(bundlePathOf(giveawayId))
  const text = await response.text()
  if (response.ok) return text
  const detail = 'The evidence of this draw could not be loaded.'
  throw new ApiError({ status: response.status, code: codeOf(text), detail })
}

/** The code of a refusal; `unknown` for an answer that is not the shop's. */
function codeOf(text: string): string {
  try {
    return JSON.parse(text).code
  } catch {
    return 'unknown'
  }
}

const PENDING_CODE = 'evidence_pending' satisfies keyof typeof DRAW_ERRORS

/** The bundle is still without the draw's line. */
export const PENDING = new ApiError({
  status: 404,
  code: PENDING_CODE,
  detail: 'The evidence of this draw is being published.',
})

/** The draw is announced when it commits. A checkpoint has its line within seconds, and the bundle is refused until then. */
export const isPending = (error: unknown): boolean => error instanceof ApiError && error.code === PENDING_CODE
