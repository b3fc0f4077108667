import { ACCOUNT_ERRORS, DeletePreview } from '#features/account/contract.ts'
import { deletePreviewOf } from '#features/account/queries.server.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { MyEntries } from '#features/giveaways/entries/contract.ts'
import { listEntriesOfUser } from '#features/giveaways/entries/queries/my-entries.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { IDENTITY_ERRORS } from '#features/identity/user/contract.ts'
import { listOrders } from '#features/orders/history/queries/orders.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS, OrderList } from '#features/orders/order/contract.ts'
import { SAVED_CARD_ERRORS } from '#features/orders/payment/saved-cards/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/responses.ts'
import { WINNER_ERRORS } from '#features/winners/contract.ts'
import {
  type ApiContext,
  access,
  freshStaff,
  perMinute,
  requireFreshRight,
  requireOwnOr,
  staff,
  z,
} from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { refuse, userToActOn } from './access/acted-on.server.ts'
import { accessApi } from './access-api.server.ts'
import * as acts from './acts-contract.ts'
import { grantCredits, subtractCredits } from './commands/change-credits.server.ts'
import { correctUser } from './commands/correct-user.server.ts'
import { deleteByStaff, deleteUsers } from './commands/delete-users.server.ts'
import * as manage from './commands/manage-users.server.ts'
import * as contract from './contract.ts'
import { PEOPLE_ERRORS } from './contract.ts'
import { mergeApi } from './merge-api.server.ts'
import { ProfileQuery, Timeline, TimelineQuery, UserProfile } from './profile/profile-contract.ts'
import { exportUsers, listUsers, usersLines } from './queries/list-users.server.ts'
import { userProfileOf } from './queries/profile.server.ts'
import { searchUsers } from './queries/search-users.server.ts'
import { timelineOf } from './queries/timeline.server.ts'
import { userRowsOf } from './queries/user-rows.server.ts'
import { RIGHT_OF } from './rules.ts'

const keyOf = (c: ApiContext) => c.req.header('idempotency-key')
const creditsOf = (amount: number, tier: string) => `${amount} ${tier} ${amount === 1 ? 'credit' : 'credits'}`

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
      handler: async ({ ctx, query }) => ({ users: await searchUsers(ctx, query) }),
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
        const name = `redoubt-users-${shopDayOf(ctx.now())}.csv`
        return csvResponse(name, usersLines(ctx, filters))
      },
    }),

    defineRoute('get', '/admin/users/profile', staff('people.read'), {
      summary: "Get a user's full profile for staff",
      query: ProfileQuery,
      answers: UserProfile,
      refuses: [
        pick(
          PEOPLE_ERRORS,
          'list_sealed',
          'own_account',
          'own_credits',
          'owner_only',
          'person_not_found',
          'staff_account',
          'staff_merge',
        ),
        pick(WINNER_ERRORS, 'open_prize'),
      ],
      handler: ({ ctx, query }) => userProfileOf(ctx, query),
    }),

    defineRoute('get', '/admin/users/{id}/timeline', staff('people.read'), {
      summary: "List a user's actions and the actions on the user's account, newest first",
      params: byId,
      query: TimelineQuery,
      answers: Timeline,
      refuses: [pick(PEOPLE_ERRORS, 'person_not_found')],
      handler: ({ ctx, params, query }) => timelineOf(ctx, params.id, query),
    }),

    defineRoute('get', '/admin/users/{id}/deletion', staff(RIGHT_OF.delete), {
      summary: 'Preview what deleting an account loses',
      params: byId,
      answers: DeletePreview,
      refuses: [pick(PEOPLE_ERRORS, 'owner_only', 'person_not_found')],
      handler: async ({ ctx, params: { id } }) => {
        await userToActOn(ctx, id)
        return deletePreviewOf(ctx, id)
      },
    }),
  )

/** A person whom the caller may read: the caller, or any person for staff. @throws person_not_found, also for a deleted account. */
async function readable(ctx: Context, id: string, part = ''): Promise<contract.UserRow> {
  await requireOwnOr(ctx, { ownerId: id, right: 'people.read', route: `GET /api/users/:id${part}` })
  const [person] = await userRowsOf(ctx, [id])
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

const changing = () =>
  newApi(
    defineRoute('post', '/admin/users/create', staff('people.create'), {
      summary:
        'Create an account with a temporary password, which only this response contains; with a role, invite a member of staff by e-mail instead',
      body: acts.NewUser,
      answers: acts.UserCreated,
      refuses: [pick(IDENTITY_ERRORS, 'UsernameExistsException'), pick(COMMON_ERRORS, 'ReauthenticationRequired')],
      handler: async ({ ctx, body, c }) => {
        if (body.role) await requireFreshRight(ctx, 'roles.change', 'POST /api/admin/users/create')
        const created = await manage.createByStaff(ctx, body)
        // The password is shown once: no cached response may hold it for a repeated call.
        c.header('cache-control', 'no-store')
        const message = body.role ? `Invitation sent to ${body.email}` : 'User created successfully'
        return { message, ...created }
      },
    }),

    defineRoute('patch', '/admin/users/{id}', staff(RIGHT_OF.edit), {
      summary: 'Update the given fields of a user: name, phone, birthday, address',
      params: byId,
      body: acts.UserChange,
      answers: UserProfile,
      responses: PROPOSED,
      refuses: [
        pick(
          PEOPLE_ERRORS,
          'list_sealed',
          'own_account',
          'own_credits',
          'owner_only',
          'person_not_found',
          'staff_account',
          'staff_merge',
        ),
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_not_found'),
        PROPOSING_ERRORS,
        pick(WINNER_ERRORS, 'open_prize'),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async ({ ctx, params: { id }, body, c }) => {
        const proposed = await correctUser(ctx, id, body)
        if (proposed) return c.json(proposed, 202)
        return userProfileOf(ctx, { id })
      },
    }),

    defineRoute('delete', '/admin/users', freshStaff(RIGHT_OF.delete), {
      summary: 'Delete an account; ledger, orders and draws keep a pseudonym',
      body: acts.DeleteUser,
      answers: acts.UserDeleted,
      responses: PROPOSED,
      refuses: [
        pick(
          PEOPLE_ERRORS,
          'last_owner',
          'list_sealed',
          'own_account',
          'owner_only',
          'person_not_found',
          'staff_account',
        ),
        ACCOUNT_ERRORS,
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(GIVEAWAY_ERRORS, 'already_drawn', 'already_frozen', 'entry_not_found', 'giveaway_not_found'),
        PROPOSING_ERRORS,
        SAVED_CARD_ERRORS,
        pick(WINNER_ERRORS, 'open_prize', 'pass_proposed', 'winner_moved', 'winner_not_found'),
        pick(COMMON_ERRORS, 'not_found', 'version_conflict'),
      ],
      handler: async ({ ctx, body, c }) => {
        const proposed = await deleteByStaff(ctx, body)
        if (proposed) return c.json(proposed, 202)
        return { success: true, message: `User ${body.email} deleted successfully` } as const
      },
    }),

    defineRoute('delete', '/admin/users/bulk-delete', freshStaff(RIGHT_OF.delete), {
      summary: 'Delete several accounts, each independently of the others',
      body: acts.DeleteUsers,
      answers: acts.UsersDeleted,
      refuses: [
        pick(
          PEOPLE_ERRORS,
          'last_owner',
          'list_sealed',
          'nobody_selected',
          'own_account',
          'owner_only',
          'person_not_found',
          'staff_account',
        ),
        ACCOUNT_ERRORS,
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(GIVEAWAY_ERRORS, 'already_drawn', 'already_frozen', 'entry_not_found', 'giveaway_not_found'),
        PROPOSING_ERRORS,
        SAVED_CARD_ERRORS,
        pick(WINNER_ERRORS, 'open_prize', 'pass_proposed', 'winner_moved', 'winner_not_found'),
        pick(COMMON_ERRORS, 'not_found', 'version_conflict'),
      ],
      handler: ({ ctx, body }) => deleteUsers(ctx, body),
    }),

    defineRoute('post', '/admin/credits/grant', freshStaff(RIGHT_OF.credits), {
      summary:
        'Grant credits to a user; calls with the same Idempotency-Key grant them once; for a large worth, a proposal',
      body: acts.GrantCredits,
      answers: acts.CreditsChanged,
      responses: PROPOSED,
      refuses: [
        pick(PEOPLE_ERRORS, 'own_credits', 'owner_only', 'person_not_found'),
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, body, c }) => {
        const changed = await grantCredits(ctx, { ...body, key: keyOf(c) })
        if ('proposal' in changed) return c.json(changed, 202)
        const { email, credits } = changed
        const message = `Granted ${creditsOf(body.amount, body.tier)} to ${email}`
        return { success: true, message, credits } as const
      },
    }),

    defineRoute('post', '/admin/credits/adjust', freshStaff(RIGHT_OF.credits), {
      summary: 'Take back unspent credits from a user, at most the available ones',
      body: acts.AdjustCredits,
      answers: acts.CreditsChanged,
      refuses: [
        pick(PEOPLE_ERRORS, 'own_credits', 'owner_only', 'person_not_found'),
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, body: { operation: _, ...input }, c }) => {
        const { email, credits } = await subtractCredits(ctx, { ...input, key: keyOf(c) })
        const message = `Subtracted ${creditsOf(input.amount, input.tier)} from ${email}`
        return { success: true, message, credits } as const
      },
    }),
  )

/** API routes for lists, profiles, and every act of staff on a person. */
export const usersApi = () =>
  newApi()
    .route('/', reading())
    .route('/', owning())
    .route('/', changing())
    .route('/', accessApi())
    .route('/', mergeApi())

export type UsersApi = ReturnType<typeof usersApi>
