import { clientOf } from '#kernel/client/browser.ts'
import type { FreeEntriesAdminApi } from '../../admin-api.server.ts'

export const cardsAdminClient = () => clientOf<FreeEntriesAdminApi>()
