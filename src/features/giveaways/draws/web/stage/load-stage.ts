import { clientOf, transport } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { GiveawaysApi } from '../../../api.server.ts'
import { loadGiveaway } from '../../../catalogue/web/page/load-giveaway.ts'

/** A giveaway and how it is or was drawn. @throws a 404 response when the caller may not see the giveaway. */
export async function loadStage(fetch: Fetch, id: string) {
  const { giveaway } = await loadGiveaway(fetch, id)
  const proof = await call(clientOf<GiveawaysApi>(fetch).giveaways[':id'].draw.$get({ param: { id: giveaway.id } }))
  return { giveaway, proof }
}

export type StageData = Awaited<ReturnType<typeof loadStage>>
export type StageProof = StageData['proof']

/** The bundle of a frozen draw, byte for byte as the shop publishes it. */
export async function readBundle(giveawayId: string): Promise<string> {
  const response = await transport(`/api/giveaways/${giveawayId}/draw.json`)
  const text = await response.text()
  if (response.ok) return text
  throw new ApiError({
    status: response.status,
    code: 'unknown',
    detail: 'The evidence of this draw could not be loaded.',
  })
}
