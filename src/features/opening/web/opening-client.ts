import { clientOf } from '#kernel/client/browser.ts'
import type { OpeningApi } from '../api.server.ts'

export const openingClient = clientOf<OpeningApi>().opening
