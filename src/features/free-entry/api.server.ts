import { newApi } from '#kernel/api/define-route.server.ts'
import { cardsApi } from './cards/cards-api.server.ts'
import { freeEntryApi } from './online/free-entry-api.server.ts'

/** Public routes of free entries: by mail and online. */
export const freeEntriesApi = () => newApi().route('/', cardsApi()).route('/', freeEntryApi())

export type FreeEntriesApi = ReturnType<typeof freeEntriesApi>
