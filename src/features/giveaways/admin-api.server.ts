import { newApi } from '#kernel/api/api.server.ts'
import { adminDrawApi } from './draws/admin-draw-api.server.ts'
import { adminEntriesApi } from './entries/admin-entries-api.server.ts'
import { givingBackApi } from './entries/giving-back-api.server.ts'
import { adminGiveawaysApi } from './lifecycle/admin-giveaways-api.server.ts'

/** All staff routes for giveaways, entries and draws. */
export const giveawaysAdminApi = () =>
  newApi()
    .route('/', adminGiveawaysApi())
    .route('/', givingBackApi())
    .route('/', adminEntriesApi())
    .route('/', adminDrawApi())

export type GiveawaysAdminApi = ReturnType<typeof giveawaysAdminApi>
