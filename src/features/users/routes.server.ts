import { DeletePreview } from '#features/account/contract.ts'
import { MyEntries } from '#features/giveaways/entries/contract.ts'
import { OrderList } from '#features/orders/contract.ts'
import { access, defineRoute, staff, z } from '#kernel/api/api.server.ts'
import * as acts from './acts-contract.ts'
import * as contract from './contract.ts'
import { MergeBody, Merged, MergePreview, MergePreviewBody } from './merge/merge-contract.ts'
import { ProfileQuery, Timeline, TimelineQuery, UserProfile } from './profile/profile-contract.ts'

const params = z.object({ id: z.uuid() })

export const list = defineRoute('get', '/admin/users', staff('people.read'), {
  summary: 'Users page by page, filtered and sorted',
  query: contract.UsersQuery,
  answers: contract.UsersList,
})

export const search = defineRoute('get', '/admin/users/search', staff('people.read'), {
  summary: 'Users found by name, email or phone, the best matches first',
  query: contract.UsersSearchQuery,
  answers: contract.UsersFound,
})

// An export can read all users.
export const exported = defineRoute(
  'get',
  '/admin/users/export',
  staff('people.export', { limit: { points: 10, seconds: 60 }, isFreshAsked: true }),
  {
    summary: 'Users as CSV: inside JSON, or with `format=csv` as a file that is sent while it is read',
    query: contract.UsersExportQuery,
    responses: {
      200: {
        description: 'CSV',
        content: { 'application/json': { schema: contract.UsersExport }, 'text/csv': { schema: z.string() } },
      },
    },
  },
)

export const profile = defineRoute('get', '/admin/users/profile', staff('people.read'), {
  summary: 'Everything of one person that staff work with',
  query: ProfileQuery,
  answers: UserProfile,
})

export const timeline = defineRoute('get', '/admin/users/{id}/timeline', staff('people.read'), {
  summary: 'What a person did and what was done to them, newest first',
  params,
  query: TimelineQuery,
  answers: Timeline,
})

export const create = defineRoute('post', '/admin/users/create', staff('people.create'), {
  summary: 'Makes an account with a temporary password, which is shown here once',
  body: acts.NewUser,
  answers: acts.UserCreated,
})

export const change = defineRoute('patch', '/admin/users/{id}', staff('people.change'), {
  summary: 'Corrects what is named of a person: name, phone, birthday, address',
  params,
  body: acts.UserChange,
  answers: UserProfile,
})

export const remove = defineRoute('delete', '/admin/users', staff('people.delete', { isFreshAsked: true }), {
  summary: 'Deletes an account; ledger, orders and draws keep a pseudonym',
  body: acts.DeleteUser,
  answers: acts.UserDeleted,
})

export const previewRemoval = defineRoute('get', '/admin/users/{id}/deletion', staff('people.delete'), {
  summary: 'What would be lost with an account',
  params,
  answers: DeletePreview,
})

export const removeMany = defineRoute(
  'delete',
  '/admin/users/bulk-delete',
  staff('people.delete', { isFreshAsked: true }),
  {
    summary: 'Deletes accounts, each by itself',
    body: acts.DeleteUsers,
    answers: acts.UsersDeleted,
  },
)

export const grant = defineRoute('post', '/admin/credits/grant', staff('credits.change', { isFreshAsked: true }), {
  summary: 'Gives credits; with an Idempotency-Key once, however often it is sent',
  body: acts.GrantCredits,
  answers: acts.CreditsChanged,
})

export const adjust = defineRoute('post', '/admin/credits/adjust', staff('credits.change', { isFreshAsked: true }), {
  summary: 'Takes credits that are not spent; never more than there are',
  body: acts.AdjustCredits,
  answers: acts.CreditsChanged,
})

export const changeRole = defineRoute('put', '/admin/users/{id}/role', staff('roles.change', { isFreshAsked: true }), {
  summary: 'Makes somebody staff with a role, or with null no longer',
  params,
  body: acts.RoleChange,
  answers: UserProfile,
})

const act = <P extends string>(path: P, summary: string) =>
  defineRoute('post', path, staff('people.disable'), {
    summary,
    params,
    body: acts.StaffReason,
    answers: UserProfile,
  })
export const disable = act('/admin/users/{id}/disable', 'Shuts a person out: no sign-in, every browser signed out')
export const enable = act('/admin/users/{id}/enable', 'Lets a disabled person sign in again')
export const signOut = act('/admin/users/{id}/sign-out', 'Signs a person out in every browser')
export const resetPassword = act(
  '/admin/users/{id}/reset-password',
  'Signs a person out everywhere; the next sign-in asks for a new password by an emailed code',
)

export const addNote = defineRoute('post', '/admin/users/{id}/notes', staff('people.read'), {
  summary: 'Adds a note for staff, which the person never sees',
  params,
  body: acts.UserNoteBody,
  answers: acts.UserNote,
})

export const previewMerge = defineRoute('post', '/admin/users/merge/preview', staff('people.merge'), {
  summary: 'What merging two accounts of one person would do, and what stands against it',
  body: MergePreviewBody,
  answers: MergePreview,
})

export const merge = defineRoute('post', '/admin/users/merge', staff('people.merge', { isFreshAsked: true }), {
  summary: 'Moves everything of one account to another of the same person, and closes the emptied one',
  body: MergeBody,
  answers: Merged,
})

const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
})

export const own = defineRoute('get', '/users/{id}', access('user'), {
  summary: 'A person, to themselves and to staff',
  params,
  answers: contract.UserRow,
})
export const ownEntries = defineRoute('get', '/users/{id}/entries', access('user'), {
  summary: 'The giveaway entries of a person, newest first',
  params,
  query: Page,
  answers: MyEntries,
})
export const ownOrders = defineRoute('get', '/users/{id}/orders', access('user'), {
  summary: 'The orders of a person, newest first',
  params,
  query: Page,
  answers: OrderList,
})
