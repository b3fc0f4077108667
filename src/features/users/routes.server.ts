import { DeletePreview } from '#features/account/contract.ts'
import { MyEntries } from '#features/giveaways/entries/contract.ts'
import { OrderList } from '#features/orders/order/contract.ts'
import { PROPOSED } from '#features/proposals/responses.ts'
import { access, byId, defineRoute, freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import * as acts from './acts-contract.ts'
import * as contract from './contract.ts'
import { MergeBody, Merged, MergePreview, MergePreviewBody } from './merge/merge-contract.ts'
import { ProfileQuery, Timeline, TimelineQuery, UserProfile } from './profile/profile-contract.ts'
import { RIGHT_OF, type UserAct } from './rules.ts'

export const list = defineRoute('get', '/admin/users', staff('people.read'), {
  summary: 'List users, filtered and sorted, page by page',
  query: contract.UsersQuery,
  answers: contract.UsersList,
})

export const search = defineRoute('get', '/admin/users/search', staff('people.read'), {
  summary: 'Search users by name, e-mail or phone, best matches first',
  query: contract.UsersSearchQuery,
  answers: contract.UsersFound,
})

// An export can read all users.
export const exported = defineRoute('get', '/admin/users/export', freshStaff('people.export', perMinute(10)), {
  summary: 'Export users as CSV: inside JSON, or with `format=csv` as a streamed file',
  query: contract.UsersExportQuery,
  responses: {
    200: {
      description: 'CSV',
      content: { 'application/json': { schema: contract.UsersExport }, 'text/csv': { schema: z.string() } },
    },
  },
})

export const profile = defineRoute('get', '/admin/users/profile', staff('people.read'), {
  summary: "Get a user's full profile for staff",
  query: ProfileQuery,
  answers: UserProfile,
})

export const timeline = defineRoute('get', '/admin/users/{id}/timeline', staff('people.read'), {
  summary: "List a user's actions and the actions on the user's account, newest first",
  params: byId,
  query: TimelineQuery,
  answers: Timeline,
})

export const create = defineRoute('post', '/admin/users/create', staff('people.create'), {
  summary:
    'Create an account with a temporary password, which only this response contains; with a role, invite a member of staff by e-mail instead',
  body: acts.NewUser,
  answers: acts.UserCreated,
})

export const change = defineRoute('patch', '/admin/users/{id}', staff(RIGHT_OF.edit), {
  summary: 'Update the given fields of a user: name, phone, birthday, address',
  params: byId,
  body: acts.UserChange,
  answers: UserProfile,
  responses: PROPOSED,
})

export const remove = defineRoute('delete', '/admin/users', freshStaff(RIGHT_OF.delete), {
  summary: 'Delete an account; ledger, orders and draws keep a pseudonym',
  body: acts.DeleteUser,
  answers: acts.UserDeleted,
  responses: PROPOSED,
})

export const previewRemoval = defineRoute('get', '/admin/users/{id}/deletion', staff(RIGHT_OF.delete), {
  summary: 'Preview what deleting an account loses',
  params: byId,
  answers: DeletePreview,
})

export const removeMany = defineRoute('delete', '/admin/users/bulk-delete', freshStaff(RIGHT_OF.delete), {
  summary: 'Delete several accounts, each independently of the others',
  body: acts.DeleteUsers,
  answers: acts.UsersDeleted,
})

export const grant = defineRoute('post', '/admin/credits/grant', freshStaff(RIGHT_OF.credits), {
  summary:
    'Grant credits to a user; calls with the same Idempotency-Key grant them once; for a large worth, a proposal',
  body: acts.GrantCredits,
  answers: acts.CreditsChanged,
  responses: PROPOSED,
})

export const adjust = defineRoute('post', '/admin/credits/adjust', freshStaff(RIGHT_OF.credits), {
  summary: 'Take back unspent credits from a user, at most the available ones',
  body: acts.AdjustCredits,
  answers: acts.CreditsChanged,
})

export const changeRole = defineRoute('put', '/admin/users/{id}/role', freshStaff(RIGHT_OF.role), {
  summary:
    "Set a user's staff role; null removes it. In an account whose mailbox is unproven the role waits as an invitation",
  params: byId,
  body: acts.RoleChange,
  answers: UserProfile,
})

export const invite = defineRoute('post', '/admin/users/{id}/invitation', freshStaff(RIGHT_OF.invite), {
  summary: 'Send an invitation to the staff again; its role waits for the proof of the mailbox',
  params: byId,
  answers: UserProfile,
})

const act = <P extends string>(name: UserAct, path: P, summary: string) =>
  defineRoute('post', path, staff(RIGHT_OF[name]), {
    summary,
    params: byId,
    body: acts.StaffReason,
    answers: UserProfile,
  })
export const disable = act(
  'disable',
  '/admin/users/{id}/disable',
  'Disable a user; blocks sign-in and signs out every browser',
)
export const enable = act('enable', '/admin/users/{id}/enable', 'Enable a disabled user')
export const signOut = act('signOut', '/admin/users/{id}/sign-out', 'Sign out a user in every browser')
export const resetPassword = act(
  'resetPassword',
  '/admin/users/{id}/reset-password',
  'Sign out a user everywhere; the next sign-in requires a new password by an e-mailed code',
)

export const addNote = defineRoute('post', '/admin/users/{id}/notes', staff('people.read'), {
  summary: 'Add a staff note to a user; the user never sees it',
  params: byId,
  body: acts.UserNoteBody,
  answers: acts.UserNote,
})

export const previewMerge = defineRoute('post', '/admin/users/merge/preview', staff(RIGHT_OF.merge), {
  summary: 'Preview the merge of two accounts of the same user, with the reasons that block it',
  body: MergePreviewBody,
  answers: MergePreview,
  isRead: true,
})

export const merge = defineRoute('post', '/admin/users/merge', freshStaff(RIGHT_OF.merge), {
  summary: 'Merge two accounts of the same user; everything moves to the target account, and the other is closed',
  body: MergeBody,
  answers: Merged,
  responses: PROPOSED,
})

const Page = z.strictObject(PAGE_QUERY)

export const own = defineRoute('get', '/users/{id}', access('user'), {
  summary: 'Get a user; for that user and for staff',
  params: byId,
  answers: contract.UserRow,
})
export const ownEntries = defineRoute('get', '/users/{id}/entries', access('user'), {
  summary: "List a user's giveaway entries, newest first",
  params: byId,
  query: Page,
  answers: MyEntries,
})
export const ownOrders = defineRoute('get', '/users/{id}/orders', access('user'), {
  summary: "List a user's orders, newest first",
  params: byId,
  query: Page,
  answers: OrderList,
})
