import { newApi } from '#adapters/http/api.server.ts'
import { adminDrawApi } from './admin-draw-api.server.ts'
import { adminEntriesApi } from './admin-entries-api.server.ts'
import { adminGiveawaysApi } from './admin-giveaways-api.server.ts'
import { givingBackApi } from './giving-back-api.server.ts'

/** All staff routes for giveaways, entries and draws. */
export const giveawaysAdminApi = () =>
  newApi()
    .route('/', adminGiveawaysApi())
    .route('/', givingBackApi())
    .route('/', adminEntriesApi())
    .route('/', adminDrawApi())

export type GiveawaysAdminApi = ReturnType<typeof giveawaysAdminApi>
