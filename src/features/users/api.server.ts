import { deletePreviewOf } from '#features/account/queries.server.ts'
import { listEntriesOfUser } from '#features/giveaways/entries/queries/my-entries.server.ts'
import { addUserNote } from '#features/identity/profile/commands/user-notes.server.ts'
import { listOrders } from '#features/orders/history/queries/orders.server.ts'
import { type ApiContext, type CheckedCall, newApi, requireFreshRight, requireOwnOr } from '#kernel/api/api.server.ts'
import { csvResponse } from '#kernel/api/files/csv.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import type { Context } from '#kernel/context.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { refuse, userToActOn } from './access/acted-on.server.ts'
import { grantCredits, subtractCredits } from './commands/change-credits.server.ts'
import { correctUser } from './commands/correct-user.server.ts'
import { deleteByStaff, deleteUsers } from './commands/delete-users.server.ts'
import * as access from './commands/manage-users.server.ts'
import { createByStaff } from './commands/manage-users.server.ts'
import type { UserRow } from './contract.ts'
import { mergePreviewOf } from './merge/merge-preview.server.ts'
import { mergeUsers } from './merge/merge-users.server.ts'
import { exportUsers, listUsers, usersLines } from './queries/list-users.server.ts'
import { userProfileOf } from './queries/profile.server.ts'
import { searchUsers } from './queries/search-users.server.ts'
import { timelineOf } from './queries/timeline.server.ts'
import { userRowsOf } from './queries/user-rows.server.ts'
import * as routes from './routes.server.ts'

const keyOf = (c: ApiContext) => c.req.header('idempotency-key')
const creditsOf = (amount: number, tier: string) => `${amount} ${tier} ${amount === 1 ? 'credit' : 'credits'}`

const reading = () =>
  newApi()
    .openapi(routes.list, async c => c.json(await listUsers(c.var.ctx, c.req.valid('query')), 200))
    .openapi(routes.search, async c => c.json({ users: await searchUsers(c.var.ctx, c.req.valid('query')) }, 200))
    .openapi(routes.exported, async c => {
      const { ctx } = c.var
      const { format, cache: _, ...filters } = c.req.valid('query')
      const wantsFile = format === 'csv' || c.req.header('accept')?.startsWith('text/csv')
      if (!wantsFile) return c.json(await exportUsers(ctx, filters), 200)
      const name = `redoubt-users-${shopDayOf(ctx.now())}.csv`
      return csvResponse(name, usersLines(ctx, filters)) as never
    })
    .openapi(routes.profile, async c => c.json(await userProfileOf(c.var.ctx, c.req.valid('query')), 200))
    .openapi(routes.timeline, async c =>
      c.json(await timelineOf(c.var.ctx, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(routes.previewRemoval, async c => {
      const { id } = c.req.valid('param')
      await userToActOn(c.var.ctx, id)
      return c.json(await deletePreviewOf(c.var.ctx, id), 200)
    })

/** A person whom the caller may read: the caller, or any person for staff. @throws person_not_found, also for a deleted account. */
async function readable(ctx: Context, id: string, part = ''): Promise<UserRow> {
  await requireOwnOr(ctx, { ownerId: id, right: 'people.read', route: `GET /api/users/:id${part}` })
  const [person] = await userRowsOf(ctx, [id])
  if (!person) throw refuse('person_not_found')
  return person
}

/** A user's own data by their id; staff may read any user's. */
const owning = () =>
  newApi()
    .openapi(routes.own, async c => c.json(await readable(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(routes.ownEntries, async c => {
      const { id } = await readable(c.var.ctx, c.req.valid('param').id, '/entries')
      return c.json(await listEntriesOfUser(c.var.ctx, id, c.req.valid('query')), 200)
    })
    .openapi(routes.ownOrders, async c => {
      const { id } = await readable(c.var.ctx, c.req.valid('param').id, '/orders')
      return c.json(await listOrders(c.var.ctx, c.req.valid('query'), id), 200)
    })

const changing = () =>
  newApi()
    .openapi(routes.create, async c => {
      const input = c.req.valid('json')
      if (input.role) await requireFreshRight(c.var.ctx, 'roles.change', 'POST /api/admin/users/create')
      const created = await createByStaff(c.var.ctx, input)
      // The password is shown once: no cached response may hold it for a repeated call.
      c.header('cache-control', 'no-store')
      const message = input.role ? `Invitation sent to ${input.email}` : 'User created successfully'
      return c.json({ message, ...created }, 200)
    })
    .openapi(routes.change, async c => {
      const { id } = c.req.valid('param')
      const proposed = await correctUser(c.var.ctx, id, c.req.valid('json'))
      if (proposed) return c.json(proposed, 202)
      return c.json(await userProfileOf(c.var.ctx, { id }), 200)
    })
    .openapi(routes.remove, async c => {
      const input = c.req.valid('json')
      const proposed = await deleteByStaff(c.var.ctx, input)
      if (proposed) return c.json(proposed, 202)
      return c.json({ success: true, message: `User ${input.email} deleted successfully` } as const, 200)
    })
    .openapi(routes.removeMany, async c => c.json(await deleteUsers(c.var.ctx, c.req.valid('json')), 200))
    .openapi(routes.grant, async c => {
      const input = c.req.valid('json')
      const changed = await grantCredits(c.var.ctx, { ...input, key: keyOf(c) })
      if ('proposal' in changed) return c.json(changed, 202)
      const { email, credits } = changed
      const message = `Granted ${creditsOf(input.amount, input.tier)} to ${email}`
      return c.json({ success: true, message, credits } as const, 200)
    })
    .openapi(routes.adjust, async c => {
      const { operation: _, ...input } = c.req.valid('json')
      const { email, credits } = await subtractCredits(c.var.ctx, { ...input, key: keyOf(c) })
      const message = `Subtracted ${creditsOf(input.amount, input.tier)} from ${email}`
      return c.json({ success: true, message, credits } as const, 200)
    })

/** Runs an act of staff on the user whom the path names, then reads the profile. */
const profileAfter = <Body extends object>(
  c: CheckedCall<{ param: { id: string }; json: Body }>,
  act: (ctx: Context, input: Body & { id: string }) => Promise<unknown>,
) =>
  readAfter(
    c,
    (ctx, id) => userProfileOf(ctx, { id }),
    (ctx, id) => act(ctx, { ...c.req.valid('json'), id }),
  )

const managing = () =>
  newApi()
    .openapi(routes.changeRole, async c => c.json(await profileAfter(c, access.changeRole), 200))
    .openapi(routes.invite, async c => {
      const { id } = c.req.valid('param')
      await access.inviteAgain(c.var.ctx, id)
      return c.json(await userProfileOf(c.var.ctx, { id }), 200)
    })
    .openapi(routes.disable, async c => c.json(await profileAfter(c, access.disableByStaff), 200))
    .openapi(routes.enable, async c => c.json(await profileAfter(c, access.enableByStaff), 200))
    .openapi(routes.signOut, async c => c.json(await profileAfter(c, access.signOutUser), 200))
    .openapi(routes.resetPassword, async c => c.json(await profileAfter(c, access.makeUserResetPassword), 200))
    .openapi(routes.addNote, async c => {
      const person = await userToActOn(c.var.ctx, c.req.valid('param').id)
      const { note } = c.req.valid('json')
      return c.json(await addUserNote(c.var.ctx, { userId: person.userId, note }), 200)
    })

const merging = () =>
  newApi()
    .openapi(routes.previewMerge, async c => c.json(await mergePreviewOf(c.var.ctx, c.req.valid('json')), 200))
    .openapi(routes.merge, async c => {
      const merged = await mergeUsers(c.var.ctx, c.req.valid('json'))
      if ('proposal' in merged) return c.json(merged, 202)
      const { into, isRepeated } = merged
      return c.json({ success: true, message: `Merged into ${into.email}`, isRepeated } as const, 200)
    })

/** API routes for lists, profiles, and every act of staff on a person. */
export const usersApi = () =>
  newApi()
    .route('/', reading())
    .route('/', owning())
    .route('/', changing())
    .route('/', managing())
    .route('/', merging())

export type UsersApi = ReturnType<typeof usersApi>
