import type { InferResponseType } from 'hono/client'
import { AUDIT_LOG } from '#features/audit-log/admin/audit-log-client.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate, queryClient } from '#kernel/client/query-client.ts'
import type { UsersApi } from './api.server.ts'

/** The staff's API calls about people. */
export const usersClient = clientOf<UsersApi>().admin

export type ShownProfile = InferResponseType<typeof usersClient.users.profile.$get>
export type ShownUser = Pick<ShownProfile, 'id' | 'name' | 'email'>

/** The query key prefix of all queries about people. */
export const PEOPLE = 'admin-people'

/** The query key prefix of all list pages and search results. */
export const LISTS = [PEOPLE, 'list'] as const

/** The list stays in memory for 5 minutes. */
export const KEPT_MS = 5 * 60_000

export const profileKey = (who: string) => [PEOPLE, 'profile', who] as const

/** Invalidates this browser's queries about people, after a write or on request. @returns when the visible queries are fetched again. */
export const usersChanged = () => invalidate([PEOPLE], [AUDIT_LOG])

/** Drops all cached people, hidden pages included, and fetches visible queries again. */
export async function emptyKeptUsers(): Promise<void> {
  queryClient.removeQueries({ queryKey: [PEOPLE], type: 'inactive' })
  await usersChanged()
}

type Subject = { type: 'order' | 'giveaway' | 'ticket' | 'inquiry'; id: string }

/** The tab of each subject type, and the address parameter that opens a subject there. */
const PLACES: Record<Subject['type'], { tab: string; open: string }> = {
  order: { tab: 'orders', open: 'order' },
  giveaway: { tab: 'giveaways', open: 'giveaway' },
  ticket: { tab: 'support', open: 'open' },
  inquiry: { tab: 'inquiries', open: 'open' },
}

/** The staff page of a subject. */
export function linkToSubject({ type, id }: Subject): string {
  const { tab, open } = PLACES[type]
  return `/admin?${new URLSearchParams({ tab, [open]: id })}`
}
