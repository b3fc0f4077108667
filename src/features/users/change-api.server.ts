import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { ADDRESS_BOOK_ERRORS } from '#features/identity/address-book/contract.ts'
import { IDENTITY_ERRORS } from '#features/identity/user/contract.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '#features/orders/order/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { type ApiContext, freshStaff, requireFreshRight, staff } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { ACT_ERRORS, END_ERRORS } from './access/acted-on.server.ts'
import * as acts from './acts-contract.ts'
import { grantCredits, subtractCredits } from './commands/change-credits.server.ts'
import { correctUser } from './commands/correct-user.server.ts'
import { deleteByStaff, deleteUsers } from './commands/delete-users.server.ts'
import * as manage from './commands/manage-users.server.ts'
import { PEOPLE_ERRORS } from './contract.ts'
import { UserProfile } from './profile/profile-contract.ts'
import { readUserProfile } from './queries/profile.server.ts'
import { RIGHT_OF } from './rules.ts'

const keyOf = (c: ApiContext) => c.req.header('idempotency-key')
const creditsOf = (amount: number, tier: string) => `${amount} ${tier} ${amount === 1 ? 'credit' : 'credits'}`

const DELETE_ERRORS = [
  pick(PEOPLE_ERRORS, 'last_owner', 'list_sealed', 'own_account', 'owner_only', 'person_not_found', 'staff_account'),
  ...END_ERRORS,
]
const CHANGE_CREDITS_ERRORS = [
  pick(PEOPLE_ERRORS, 'own_credits', 'owner_only', 'person_not_found'),
  pick(CREDIT_ERRORS, 'insufficient_credits'),
  PROPOSING_ERRORS,
]

/** API routes that create, correct and delete users, and change their credits. */
export const changeApi = () =>
  newApi(
    defineRoute('post', '/admin/users/create', staff('people.create'), {
      summary:
        'Create an account with a temporary password, which only this response contains; with a role, invite a member of staff by e-mail instead',
      body: acts.NewUser,
      answers: acts.UserCreated,
      refuses: [
        pick(IDENTITY_ERRORS, 'UsernameExistsException'),
        ADDRESS_ERRORS,
        pick(COMMON_ERRORS, 'ReauthenticationRequired'),
      ],
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
        ...ACT_ERRORS,
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_not_found'),
        PROPOSING_ERRORS,
        ADDRESS_ERRORS,
        pick(ADDRESS_BOOK_ERRORS, 'address_not_found'),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async ({ ctx, params: { id }, body, c }) => {
        const proposed = await correctUser(ctx, id, body)
        if (proposed) return c.json(proposed, 202)
        return readUserProfile(ctx, { id })
      },
    }),

    defineRoute('delete', '/admin/users', freshStaff(RIGHT_OF.delete), {
      summary: 'Delete an account; ledger, orders and draws keep a pseudonym',
      body: acts.DeleteUser,
      answers: acts.UserDeleted,
      responses: PROPOSED,
      refuses: DELETE_ERRORS,
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
      refuses: [...DELETE_ERRORS, pick(PEOPLE_ERRORS, 'nobody_selected')],
      handler: ({ ctx, body }) => deleteUsers(ctx, body),
    }),

    defineRoute('post', '/admin/credits/grant', freshStaff(RIGHT_OF.credits), {
      summary:
        'Grant credits to a user; calls with the same Idempotency-Key grant them once; for a large worth, a proposal',
      body: acts.GrantCredits,
      answers: acts.CreditsChanged,
      responses: PROPOSED,
      refuses: CHANGE_CREDITS_ERRORS,
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
      refuses: CHANGE_CREDITS_ERRORS,
      handler: async ({ ctx, body: { operation: _, ...input }, c }) => {
        const { email, credits } = await subtractCredits(ctx, { ...input, key: keyOf(c) })
        const message = `Subtracted ${creditsOf(input.amount, input.tier)} from ${email}`
        return { success: true, message, credits } as const
      },
    }),
  )
