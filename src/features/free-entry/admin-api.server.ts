import { newApi } from '#kernel/api/define-route.server.ts'
import { cardsAdminApi } from './cards/cards-api.server.ts'
import { mailDeskApi } from './desk/desk-api.server.ts'

/** Staff routes of mailed cards: the register and the mail desk. */
export const freeEntriesAdminApi = () => newApi().route('/', cardsAdminApi()).route('/', mailDeskApi())

export type FreeEntriesAdminApi = ReturnType<typeof freeEntriesAdminApi>
