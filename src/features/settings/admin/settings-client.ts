import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { SettingsApi } from '../api.server.ts'

/** The staff's calls of this feature. */
export const settingsClient = clientOf<SettingsApi>().admin.settings

export const ADMIN_SETTINGS = 'admin-settings'

/** Invalidates all cached settings after a write. */
export const settingsChanged = () => invalidate([ADMIN_SETTINGS])
