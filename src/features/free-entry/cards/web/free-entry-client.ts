import { clientOf } from '#kernel/client/browser.ts'
import type { FreeEntriesApi } from '../../api.server.ts'

export const freeEntryClient = () => clientOf<FreeEntriesApi>()
