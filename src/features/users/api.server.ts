import { DeletePreview } from '#features/account/contract.ts'
import { readDeletePreview } from '#features/account/queries.server.ts'
import { MyEntries } from '#features/giveaways/entries/contract.ts'
import { listEntriesOfUser } from '#features/giveaways/entries/queries/my-entries.server.ts'
import { listOrders } from '#features/orders/history/queries/orders.server.ts'
import { OrderList } from '#features/orders/order/contract.ts'
import { access, freshStaff, perMinute, requireOwnOr, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { ACT_ERRORS, refuse, userToActOn } from './access/acted-on.server.ts'
import { accessApi } from './access-api.server.ts'
import { changeApi } from './change-api.server.ts'
import * as contract from './contract.ts'
import { PEOPLE_ERRORS } from './contract.ts'
import { mergeApi } from './merge-api.server.ts'
import { ProfileQuery, Timeline, TimelineQuery, UserProfile } from './profile/profile-contract.ts'
import { exportUsers, listUsers, readUsersCsv } from './queries/list-users.server.ts'
import { readUserProfile } from './queries/profile.server.ts'
import { findUsers } from './queries/search-users.server.ts'
import { readTimeline } from './queries/timeline.server.ts'
import { listUserRows } from './queries/user-rows.server.ts'
import { RIGHT_OF } from './rules.ts'

const reading = () =>
  newApi(
    defineRoute('get', '/admin/users', staff('people.read'), {
      summary: 'List users, filtered and sorted, page by page',
      query: contract.UsersQuery,
      answers: contract.UsersList,
      handler: ({ ctx, query }) => listUsers(ctx, query),
    }),

    defineRoute('get', '/admin/users/search', staff('people.read'), {
      summary: 'Search users by name, e-mail or phone, best matches first',
      query: contract.UsersSearchQuery,
      answers: contract.UsersFound,
      handler: async ({ ctx, query }) => ({ users: await findUsers(ctx, query) }),
    }),

    // An export can read all users.
    defineRoute('get', '/admin/users/export', freshStaff('people.export', perMinute(10)), {
      summary: 'Export users as CSV: inside JSON, or with `format=csv` as a streamed file',
      query: contract.UsersExportQuery,
      responses: {
        200: {
          description: 'CSV',
          content: { 'application/json': { schema: contract.UsersExport }, 'text/csv': { schema: z.string() } },
        },
      },
      refuses: [pick(PEOPLE_ERRORS, 'export_too_large')],
      handler: async ({ ctx, query: { format, cache: _, ...filters }, c }) => {
        const wantsFile = format === 'csv' || c.req.header('accept')?.startsWith('text/csv')
        if (!wantsFile) return c.json(await exportUsers(ctx, filters), 200)
        const name = fileNameOf(ctx.settings.brand, `users-${shopDayOf(ctx.now())}.csv`)
        return csvResponse(name, readUsersCsv(ctx, filters))
      },
    }),

    defineRoute('get', '/admin/users/profile', staff('people.read'), {
      summary: "Get a user's full profile for staff",
      query: ProfileQuery,
      answers: UserProfile,
      refuses: ACT_ERRORS,
      handler: ({ ctx, query }) => readUserProfile(ctx, query),
    }),

    defineRoute('get', '/admin/users/{id}/timeline', staff('people.read'), {
      summary: "List a user's actions and the actions on the user's account, newest first",
      params: byId,
      query: TimelineQuery,
      answers: Timeline,
      refuses: [pick(PEOPLE_ERRORS, 'person_not_found')],
      handler: ({ ctx, params, query }) => readTimeline(ctx, params.id, query),
    }),

    defineRoute('get', '/admin/users/{id}/deletion', staff(RIGHT_OF.delete), {
      summary: 'Preview what deleting an account loses',
      params: byId,
      answers: DeletePreview,
      refuses: [pick(PEOPLE_ERRORS, 'owner_only', 'person_not_found')],
      handler: async ({ ctx, params: { id } }) => {
        await userToActOn(ctx, id)
        return readDeletePreview(ctx, id)
      },
    }),
  )

/** A person whom the caller may read: the caller, or any person for staff. @throws person_not_found, also for a deleted account. */
async function readable(ctx: Context, id: string, part = ''): Promise<contract.UserRow> {
  await requireOwnOr(ctx, { ownerId: id, right: 'people.read', route: `GET /api/users/:id${part}` })
  const [person] = await listUserRows(ctx, [id])
  if (!person) throw refuse('person_not_found')
  return person
}

const Page = z.strictObject(PAGE_QUERY)

/** A user's own data by their id; staff may read any user's. */
const owning = () =>
  newApi(
    defineRoute('get', '/users/{id}', access('user'), {
      summary: 'Get a user; for that user and for staff',
      params: byId,
      answers: contract.UserRow,
      refuses: [pick(PEOPLE_ERRORS, 'person_not_found'), pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized')],
      handler: ({ ctx, params }) => readable(ctx, params.id),
    }),

    defineRoute('get', '/users/{id}/entries', access('user'), {
      summary: "List a user's giveaway entries, newest first",
      params: byId,
      query: Page,
      answers: MyEntries,
      refuses: [pick(PEOPLE_ERRORS, 'person_not_found'), pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized')],
      handler: async ({ ctx, params, query }) => {
        const { id } = await readable(ctx, params.id, '/entries')
        return listEntriesOfUser(ctx, id, query)
      },
    }),

    defineRoute('get', '/users/{id}/orders', access('user'), {
      summary: "List a user's orders, newest first",
      params: byId,
      query: Page,
      answers: OrderList,
      refuses: [pick(PEOPLE_ERRORS, 'person_not_found'), pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized')],
      handler: async ({ ctx, params, query }) => {
        const { id } = await readable(ctx, params.id, '/orders')
        return listOrders(ctx, query, id)
      },
    }),
  )

/** API routes for lists, profiles, and every act of staff on a person. */
export const usersApi = () =>
  newApi()
    .route('/', reading())
    .route('/', owning())
    .route('/', changeApi())
    .route('/', accessApi())
    .route('/', mergeApi())

export type UsersApi = ReturnType<typeof usersApi>
