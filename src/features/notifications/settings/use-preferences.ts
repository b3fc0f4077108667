import { useQuery } from '@tanstack/react-query'
import { queryClient, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { push } from '../push/browser-push.ts'
import type { PreferencesChange, PushPreferences } from '../push/contract.ts'

/** customer-side.md section 3, "Local notification settings": what is shown until the server has said, and when it does not. */
const DEFAULTS = {
  optIn: false,
  giveawayAlerts: true,
  orderUpdates: true,
  promotionalOffers: false,
  cartReminders: true,
  emailOptIn: true,
  timeZone: null,
  endpoints: [],
} satisfies Omit<PushPreferences, 'userId'>

const keyOf = (userId: string) => ['push', userId]

/** Somebody's preferences and devices. `data` is never missing: until they came, and where they do not come, it is the defaults. */
export function usePreferences(userId: string) {
  const query = useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call(push.preferences[':userId'].$get({ param: { userId } })),
  })
  return { ...query, data: query.data ?? { userId, ...DEFAULTS } }
}

/** Changes what the screen shows at once, before the server has taken it; where nothing was loaded, there is nothing to change. */
export function showPreferences(userId: string, change: Partial<PushPreferences>): void {
  const key = keyOf(userId)
  void queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData<PushPreferences>(key, shown => shown && { ...shown, ...change })
}

/** Reads them anew after something other than `savePreferences` changed them. */
export async function readPreferencesAnew(userId: string): Promise<void> {
  transport.invalidate('/api/push')
  await queryClient.invalidateQueries({ queryKey: keyOf(userId) })
}

let saving: Promise<unknown> = Promise.resolve()

/**
 * Saves preferences, one call after the other, so that the last of two quick clicks is the one that holds. The browser's time zone
 * goes along: quiet hours are those of where one is.
 * @throws ApiError when they were not taken.
 */
export function savePreferences(userId: string, change: PreferencesChange): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const save = async () => {
    await call(push.preferences.$put({ json: { userId, preferences: { ...change, ...(timeZone && { timeZone }) } } }))
    transport.invalidate('/api/push')
  }
  const done = saving.then(save, save)
  saving = done
  return done
}
