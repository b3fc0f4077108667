import { clientOf, queryClient, transport } from '#platform/client/browser.ts'
import type { GiveawaysAdminApi } from '../admin-api.server.ts'

/** The giveaways' admin API over HTTP. */
export const adminClient = () => clientOf<GiveawaysAdminApi>()

export const ADMIN_GIVEAWAYS = ['admin-giveaways'] as const
export const ADMIN_WINNERS = ['admin-winners'] as const

/** After a change by staff: everything that shows giveaways, their entries or winners is read anew. */
export async function forgetGiveaways() {
  for (const prefix of ['/api/giveaways', '/api/admin/giveaways', '/api/admin/winners']) transport.forget(prefix)
  await Promise.all(
    [ADMIN_GIVEAWAYS, ADMIN_WINNERS, ['giveaways']].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  )
}
