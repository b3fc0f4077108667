import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate, queryClient } from '#kernel/client/query-client.ts'
import { push } from '../push/browser-push.ts'
import type { PreferencesChange, PushPreferences } from '../push/contract.ts'
import { DEFAULT_PREFERENCES } from '../rules.ts'

const keyOf = (userId: string) => ['push', userId]

/** A user's preferences and devices. `data` is never missing: it holds the defaults until loading succeeds. */
export function usePreferences(userId: string) {
  const query = useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call(push.preferences[':userId'].$get({ param: { userId } })),
  })
  return { ...query, data: query.data ?? { userId, ...DEFAULT_PREFERENCES, endpoints: [] } }
}

/** Changes the preferences on the screen before the server has saved them. Without loaded preferences nothing changes. */
export function showPreferences(userId: string, change: Partial<PushPreferences>): void {
  const key = keyOf(userId)
  void queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData<PushPreferences>(key, shown => shown && { ...shown, ...change })
}

/** Fetches the preferences again after a change that did not go through `savePreferences`. */
export async function refetchPreferences(userId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(userId) })
}

let saving: Promise<unknown> = Promise.resolve()

/**
 * Saves preferences one call after the other, so that the later of two quick clicks wins. Sends the browser's time zone too, because quiet
 * hours follow the user's location.
 * @throws ApiError when saving fails.
 */
export function savePreferences(userId: string, change: PreferencesChange): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const save = async () => {
    await call(push.preferences.$put({ json: { userId, preferences: { ...change, ...(timeZone && { timeZone }) } } }))
  }
  const done = saving.then(save, save)
  saving = done
  // The profile shows the consent to pushes too.
  if (change.optIn !== undefined) void done.then(() => invalidate(['my', 'profile'])).catch(() => {})
  return done
}
