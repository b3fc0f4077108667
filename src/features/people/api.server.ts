import { newApi } from '#adapters/http/api.server.ts'
import { refuse } from '#platform/errors.ts'
import * as routes from './routes.server.ts'

const later = (): never => {
  throw refuse('unavailable')
}

/** The door to people: lists, profiles and every act of staff on a person. */
export const peopleApi = () =>
  newApi()
    .openapi(routes.list, later)
    .openapi(routes.search, later)
    .openapi(routes.exported, later)
    .openapi(routes.profile, later)
    .openapi(routes.create, later)
    .openapi(routes.remove, later)
    .openapi(routes.removeMany, later)
    .openapi(routes.grant, later)
    .openapi(routes.adjust, later)
    .openapi(routes.previewMerge, later)
    .openapi(routes.merge, later)
    .openapi(routes.change, later)
    .openapi(routes.timeline, later)
    .openapi(routes.changeRole, later)
    .openapi(routes.disable, later)
    .openapi(routes.enable, later)
    .openapi(routes.signOut, later)
    .openapi(routes.resetPassword, later)
    .openapi(routes.addNote, later)
    .openapi(routes.own, later)
    .openapi(routes.ownEntries, later)
    .openapi(routes.ownOrders, later)

export type PeopleApi = ReturnType<typeof peopleApi>
