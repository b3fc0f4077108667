import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/invalidate.ts'
import type { GiveawaysAdminApi } from '../../admin-api.server.ts'

export const adminClient = () => clientOf<GiveawaysAdminApi>()

export const ADMIN_GIVEAWAYS = ['admin-giveaways'] as const
const ADMIN_WINNERS = ['admin-winners'] as const

/** Response cache paths about giveaways. */
export const KEPT_PATHS = ['/api/giveaways', '/api/admin/giveaways', '/api/admin/winners']

/** Refetches all staff views of giveaways, entries or winners. */
export const readGiveawaysAnew = (paths: readonly string[] = []) =>
  invalidate(paths, ADMIN_GIVEAWAYS, ADMIN_WINNERS, ['giveaways'])

/** Invalidates the response cache and refetches after a change by staff. */
export const forgetGiveaways = () => readGiveawaysAnew(KEPT_PATHS)

export const useAdminGiveaway = (id: string) =>
  useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'one', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].$get({ param: { id } })),
  })
