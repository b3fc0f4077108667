import { disableUser, enableUser, setRole } from '#features/identity/accounts/commands/accounts.server.ts'
import { demandPasswordReset } from '#features/identity/passwords/commands/temporary-password.server.ts'
import { isStillThere } from '#features/identity/queries.server.ts'
import { endSessions } from '#features/identity/sessions/commands/revoke.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import { type ActedOn, refuse, subjectOf, userToActOn } from '../access/acted-on.server.ts'

/** Gives a person a role; null removes the role. @throws person_not_found, owner_only, last_owner. */
export async function changeRole(
  ctx: Context,
  input: { id: string; role: Role | null; reason: string },
): Promise<void> {
  const { id, role, reason } = input
  const person = await userToActOn(ctx, id)
  const change = { before: { role: person.role }, after: { role } }
  await keepingAnOwner(() =>
    setRole(ctx, { userId: id, role }, async tx => {
      // A concurrent deletion of the account came first.
      if (!(await isStillThere(tx, id))) throw refuse('person_not_found')
      await writeAuditLog(tx, { ...noted('changed the role', person, reason), ...change })
    }),
  )
}

type Act = { id: string; reason: string }

/** Disables an account. @throws person_not_found, owner_only, own_account, last_owner. */
export async function disableByStaff(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  if (id === actorOf(ctx).userId) throw refuse('own_account')
  await keepingAnOwner(() => disableUser(ctx, id, tx => writeAuditLog(tx, noted('disabled', person, reason))))
}

/** Enables an account again. @throws person_not_found, owner_only. */
export async function enableByStaff(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await enableUser(ctx, id, tx => writeAuditLog(tx, noted('enabled', person, reason)))
}

/** Ends every session of a person. @throws person_not_found, owner_only. */
export async function signOutUser(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await endSessions(ctx, id, tx => writeAuditLog(tx, noted('signed out everywhere', person, reason)))
}

/** Demands a new password by an e-mailed code at the person's next sign-in. @throws person_not_found, owner_only. */
export async function makeUserResetPassword(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await demandPasswordReset(ctx, id, tx => writeAuditLog(tx, noted('demanded a new password', person, reason)))
}

const noted = (action: string, person: ActedOn, reason: string) => ({ action, subject: subjectOf(person), reason })

/** PostgreSQL refuses to remove the last owner (keep_an_owner.sql), for every caller and under concurrency. */
export async function keepingAnOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw (error as { constraint?: string }).constraint === 'last_owner' ? refuse('last_owner') : error
  }
}
