import { DeletePreview } from '#features/account/contract.ts'
import { MyEntries } from '#features/giveaways/entries/contract.ts'
import { OrderList } from '#features/orders/contract.ts'
import { access, answers, createRoute, jsonBody, staff, z } from '#kernel/api/api.server.ts'
import * as acts from './acts-contract.ts'
import * as contract from './contract.ts'
import { MergeBody, Merged, MergePreview, MergePreviewBody } from './merge/merge-contract.ts'
import { ProfileQuery, Timeline, TimelineQuery, UserProfile } from './profile/profile-contract.ts'

const params = z.object({ id: z.uuid() })

export const list = createRoute({
  ...staff('people.read'),
  method: 'get',
  path: '/admin/users',
  summary: 'Users page by page, filtered and sorted',
  request: { query: contract.UsersQuery },
  responses: answers(contract.UsersList),
})

export const search = createRoute({
  ...staff('people.read'),
  method: 'get',
  path: '/admin/users/search',
  summary: 'Users found by name, email or phone, the best matches first',
  request: { query: contract.UsersSearchQuery },
  responses: answers(contract.UsersFound),
})

export const exported = createRoute({
  // An export can read all users.
  ...staff('people.export', { limit: { points: 10, seconds: 60 }, isFreshAsked: true }),
  method: 'get',
  path: '/admin/users/export',
  summary: 'Users as CSV: inside JSON, or with `format=csv` as a file that is sent while it is read',
  request: { query: contract.UsersExportQuery },
  responses: {
    200: {
      description: 'CSV',
      content: { 'application/json': { schema: contract.UsersExport }, 'text/csv': { schema: z.string() } },
    },
  },
})

export const profile = createRoute({
  ...staff('people.read'),
  method: 'get',
  path: '/admin/users/profile',
  summary: 'Everything of one person that staff work with',
  request: { query: ProfileQuery },
  responses: answers(UserProfile),
})

export const timeline = createRoute({
  ...staff('people.read'),
  method: 'get',
  path: '/admin/users/{id}/timeline',
  summary: 'What a person did and what was done to them, newest first',
  request: { params, query: TimelineQuery },
  responses: answers(Timeline),
})

export const create = createRoute({
  ...staff('people.create'),
  method: 'post',
  path: '/admin/users/create',
  summary: 'Makes an account with a temporary password, which is shown here once',
  request: jsonBody(acts.NewUser),
  responses: answers(acts.UserCreated),
})

export const change = createRoute({
  ...staff('people.change'),
  method: 'patch',
  path: '/admin/users/{id}',
  summary: 'Corrects what is named of a person: name, phone, birthday, address',
  request: { params, ...jsonBody(acts.UserChange) },
  responses: answers(UserProfile),
})

export const remove = createRoute({
  ...staff('people.delete', { isFreshAsked: true }),
  method: 'delete',
  path: '/admin/users',
  summary: 'Deletes an account; ledger, orders and draws keep a pseudonym',
  request: jsonBody(acts.DeleteUser),
  responses: answers(acts.UserDeleted),
})

export const previewRemoval = createRoute({
  ...staff('people.delete'),
  method: 'get',
  path: '/admin/users/{id}/deletion',
  summary: 'What would be lost with an account',
  request: { params },
  responses: answers(DeletePreview),
})

export const removeMany = createRoute({
  ...staff('people.delete', { isFreshAsked: true }),
  method: 'delete',
  path: '/admin/users/bulk-delete',
  summary: 'Deletes accounts, each by itself',
  request: jsonBody(acts.DeleteUsers),
  responses: answers(acts.UsersDeleted),
})

export const grant = createRoute({
  ...staff('credits.change', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/credits/grant',
  summary: 'Gives credits; with an Idempotency-Key once, however often it is sent',
  request: jsonBody(acts.GrantCredits),
  responses: answers(acts.CreditsChanged),
})

export const adjust = createRoute({
  ...staff('credits.change', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/credits/adjust',
  summary: 'Takes credits that are not spent; never more than there are',
  request: jsonBody(acts.AdjustCredits),
  responses: answers(acts.CreditsChanged),
})

export const changeRole = createRoute({
  ...staff('roles.change', { isFreshAsked: true }),
  method: 'put',
  path: '/admin/users/{id}/role',
  summary: 'Makes somebody staff with a role, or with null no longer',
  request: { params, ...jsonBody(acts.RoleChange) },
  responses: answers(UserProfile),
})

const act = <P extends string>(path: P, summary: string) =>
  createRoute({
    ...staff('people.disable'),
    method: 'post',
    path,
    summary,
    request: { params, ...jsonBody(acts.StaffReason) },
    responses: answers(UserProfile),
  })
export const disable = act('/admin/users/{id}/disable', 'Shuts a person out: no sign-in, every browser signed out')
export const enable = act('/admin/users/{id}/enable', 'Lets a disabled person sign in again')
export const signOut = act('/admin/users/{id}/sign-out', 'Signs a person out in every browser')
export const resetPassword = act(
  '/admin/users/{id}/reset-password',
  'Signs a person out everywhere; the next sign-in asks for a new password by an emailed code',
)

export const addNote = createRoute({
  ...staff('people.read'),
  method: 'post',
  path: '/admin/users/{id}/notes',
  summary: 'Adds a note for staff, which the person never sees',
  request: { params, ...jsonBody(acts.UserNoteBody) },
  responses: answers(acts.UserNote),
})

export const previewMerge = createRoute({
  ...staff('people.merge'),
  method: 'post',
  path: '/admin/users/merge/preview',
  summary: 'What merging two accounts of one person would do, and what stands against it',
  request: jsonBody(MergePreviewBody),
  responses: answers(MergePreview),
})

export const merge = createRoute({
  ...staff('people.merge', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/users/merge',
  summary: 'Moves everything of one account to another of the same person, and closes the emptied one',
  request: jsonBody(MergeBody),
  responses: answers(Merged),
})

const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
})

export const own = createRoute({
  ...access('user'),
  method: 'get',
  path: '/users/{id}',
  summary: 'A person, to themselves and to staff',
  request: { params },
  responses: answers(contract.UserRow),
})
export const ownEntries = createRoute({
  ...access('user'),
  method: 'get',
  path: '/users/{id}/entries',
  summary: 'The giveaway entries of a person, newest first',
  request: { params, query: Page },
  responses: answers(MyEntries),
})
export const ownOrders = createRoute({
  ...access('user'),
  method: 'get',
  path: '/users/{id}/orders',
  summary: 'The orders of a person, newest first',
  request: { params, query: Page },
  responses: answers(OrderList),
})
