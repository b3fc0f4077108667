import { clientOf } from '#platform/client/browser.ts'
import type { AccountApi } from '../api.server.ts'

export const account = clientOf<AccountApi>()
