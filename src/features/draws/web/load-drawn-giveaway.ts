import { loadGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { DrawsApi } from '../api.server.ts'

/** A giveaway, and how it is or was drawn. @throws as `loadGiveaway` does. */
export async function loadDrawnGiveaway(fetch: Fetch, id: string) {
  const giveaway = await loadGiveaway(fetch, id)
  return { giveaway, proof: await proofOf(fetch, giveaway.id) }
}

/** Null for drafts, cancelled giveaways and draws of an earlier release. */
async function proofOf(fetch: Fetch, id: string) {
  try {
    return await call(clientOf<DrawsApi>(fetch).giveaways[':id'].draw.$get({ param: { id } }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export type PageProof = NonNullable<Awaited<ReturnType<typeof loadDrawnGiveaway>>['proof']>
