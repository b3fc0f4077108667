import { clientOf, queryClient, transport } from '#platform/client/browser.ts'
import type { SettingsApi } from './api.server.ts'

/** The staff's calls of this feature. */
export const settingsClient = clientOf<SettingsApi>().admin.settings

export const ADMIN_SETTINGS = 'admin-settings'

/** After a write: what this browser kept of settings is old, wherever it was asked. */
export async function settingsChanged(): Promise<void> {
  transport.forget('/api/settings')
  transport.forget('/api/admin/settings')
  await queryClient.invalidateQueries({ queryKey: [ADMIN_SETTINGS] })
}
