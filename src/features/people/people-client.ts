import type { InferResponseType } from 'hono/client'
import { RECORDS } from '#features/changes/changes-client.ts'
import { clientOf, queryClient } from '#platform/client/browser.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { PeopleApi } from './api.server.ts'

/** The staff's calls about people. */
export const peopleClient = clientOf<PeopleApi>().admin

export type ShownProfile = InferResponseType<typeof peopleClient.users.profile.$get>
export type ShownPerson = Pick<ShownProfile, 'id' | 'name' | 'email'>

/** Of every question about people; what follows it narrows down. */
export const PEOPLE = 'admin-people'

/** Of every page of the list, and of what was found by words. */
export const LISTS = [PEOPLE, 'list'] as const

/** decisions.md: the list is kept for 5 minutes, in memory. */
export const KEPT_MS = 5 * 60_000

export const profileKey = (who: string) => [PEOPLE, 'profile', who] as const

/** After a write, or when asked to: what this browser keeps of people is old. @returns when what is on the screen is new again. */
export const peopleChanged = () =>
  invalidate(['/api/admin/users', '/api/admin/records', '/api/users'], [PEOPLE], [RECORDS])

/** Throws away all that is kept of people, also of pages that are not on the screen, and reads what is shown anew. */
export async function emptyKeptPeople(): Promise<void> {
  queryClient.removeQueries({ queryKey: [PEOPLE], type: 'inactive' })
  await peopleChanged()
}
