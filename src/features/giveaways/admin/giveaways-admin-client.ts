import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { GiveawaysAdminApi } from '../admin-api.server.ts'

/** The giveaways' admin API over HTTP. */
export const adminClient = () => clientOf<GiveawaysAdminApi>()

export const ADMIN_GIVEAWAYS = ['admin-giveaways'] as const
const ADMIN_WINNERS = ['admin-winners'] as const

/** What the browser keeps of answers about giveaways. */
export const KEPT_PATHS = ['/api/giveaways', '/api/admin/giveaways', '/api/admin/winners']

/** Everything that shows giveaways, their entries or winners to staff is read anew. */
export const readGiveawaysAnew = (paths: readonly string[] = []) =>
  invalidate(paths, ADMIN_GIVEAWAYS, ADMIN_WINNERS, ['giveaways'])

/** The same after a change by staff, whatever was kept before it. */
export const forgetGiveaways = () => readGiveawaysAnew(KEPT_PATHS)

/** One giveaway as staff see it. */
export const useAdminGiveaway = (id: string) =>
  useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'one', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].$get({ param: { id } })),
  })
