import { clientOf } from '#kernel/client/browser.ts'
import type { AccountApi } from '../api.server.ts'

export const account = clientOf<AccountApi>()
