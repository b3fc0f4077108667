import { addUserNote } from '#features/identity/profile/commands/user-notes.server.ts'
import { WINNER_ERRORS } from '#features/winners/contract.ts'
import { freshStaff, staff } from '#kernel/api/api.server.ts'
import { byId, type Call, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import type { Context } from '#kernel/context.ts'
import { pick } from '#platform/errors.ts'
import { ACT_ERRORS, userToActOn } from './access/acted-on.server.ts'
import * as acts from './acts-contract.ts'
import * as manage from './commands/manage-users.server.ts'
import { PEOPLE_ERRORS } from './contract.ts'
import { UserProfile } from './profile/profile-contract.ts'
import { readUserProfile } from './queries/profile.server.ts'
import { RIGHT_OF } from './rules.ts'

/** Runs an act of staff on the user whom the path names, then reads the profile. */
const profileAfter = <Body extends object>(
  call: Call<{ params: { id: string }; body: Body }>,
  act: (ctx: Context, input: Body & { id: string }) => Promise<unknown>,
) =>
  readAfter(
    call,
    (ctx, id) => readUserProfile(ctx, { id }),
    (ctx, id) => act(ctx, { ...call.body, id }),
  )

/** API routes of a user's role and access, and of notes on a user. */
export const accessApi = () =>
  newApi(
    defineRoute('put', '/admin/users/{id}/role', freshStaff(RIGHT_OF.role), {
      summary:
        "Set a user's staff role; null removes it. In an account whose mailbox is unproven the role waits as an invitation",
      params: byId,
      body: acts.RoleChange,
      answers: UserProfile,
      refuses: [PEOPLE_ERRORS, pick(WINNER_ERRORS, 'open_prize')],
      handler: call => profileAfter(call, manage.changeRole),
    }),

    defineRoute('post', '/admin/users/{id}/invitation', freshStaff(RIGHT_OF.invite), {
      summary: 'Send an invitation to the staff again; its role waits for the proof of the mailbox',
      params: byId,
      answers: UserProfile,
      refuses: [...ACT_ERRORS, pick(PEOPLE_ERRORS, 'not_invited')],
      handler: async ({ ctx, params: { id } }) => {
        await manage.inviteAgain(ctx, id)
        return readUserProfile(ctx, { id })
      },
    }),

    defineRoute('post', '/admin/users/{id}/disable', staff(RIGHT_OF.disable), {
      summary: 'Disable a user; blocks sign-in and signs out every browser',
      params: byId,
      body: acts.StaffReason,
      answers: UserProfile,
      refuses: [...ACT_ERRORS, pick(PEOPLE_ERRORS, 'last_owner')],
      handler: call => profileAfter(call, manage.disableByStaff),
    }),

    defineRoute('post', '/admin/users/{id}/enable', staff(RIGHT_OF.enable), {
      summary: 'Enable a disabled user',
      params: byId,
      body: acts.StaffReason,
      answers: UserProfile,
      refuses: ACT_ERRORS,
      handler: call => profileAfter(call, manage.enableByStaff),
    }),

    defineRoute('post', '/admin/users/{id}/sign-out', staff(RIGHT_OF.signOut), {
      summary: 'Sign out a user in every browser',
      params: byId,
      body: acts.StaffReason,
      answers: UserProfile,
      refuses: ACT_ERRORS,
      handler: call => profileAfter(call, manage.signOutUser),
    }),

    defineRoute('post', '/admin/users/{id}/reset-password', staff(RIGHT_OF.resetPassword), {
      summary: 'Sign out a user everywhere; the next sign-in requires a new password by an e-mailed code',
      params: byId,
      body: acts.StaffReason,
      answers: UserProfile,
      refuses: ACT_ERRORS,
      handler: call => profileAfter(call, manage.makeUserResetPassword),
    }),

    defineRoute('post', '/admin/users/{id}/notes', staff('people.read'), {
      summary: 'Add a staff note to a user; the user never sees it',
      params: byId,
      body: acts.UserNoteBody,
      answers: acts.UserNote,
      refuses: [pick(PEOPLE_ERRORS, 'owner_only', 'person_not_found')],
      handler: async ({ ctx, params, body: { note } }) => {
        const person = await userToActOn(ctx, params.id)
        return addUserNote(ctx, { userId: person.userId, note })
      },
    }),
  )
