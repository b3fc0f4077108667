import { disableUser, enableUser, setRole } from '#features/identity/accounts/commands/accounts.server.ts'
import { inviteStaff, sendInvitation } from '#features/identity/accounts/commands/invite-staff.server.ts'
import {
  createUserWithTemporaryPassword,
  demandPasswordReset,
  newTemporaryPassword,
} from '#features/identity/passwords/commands/temporary-password.server.ts'
import { endSessions } from '#features/identity/sessions/commands/revoke.server.ts'
import { saveShippingAddress } from '#features/identity/shipping/commands/shipping-address.server.ts'
import { tooYoung } from '#features/identity/user/contract.ts'
import { dataSubjectOf, findAccount, isStillThere } from '#features/identity/user/queries.server.ts'
import { listUndecidedEntries, requireNoOpenPrize } from '#features/winners/queries/open-prizes.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import { requireAddress } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refuse as refuseCommon } from '#platform/errors.ts'
import { type ActedOn, refuse, subjectOf, userToActOn } from '../access/acted-on.server.ts'
import type { NewUser } from '../acts-contract.ts'
import { requireMayDisable } from '../queries/offered-acts.server.ts'

/**
 * Gives a person a role; null removes the role or withdraws an invitation. In an account whose mailbox is unproven the role waits for the
 * proof, and an invitation is sent. Staff cannot win, so a role would take an entrant out of a draw.
 * @throws person_not_found, owner_only, last_owner; open_prize, entrant_role for an entrant.
 */
export async function changeRole(
  ctx: Context,
  input: { id: string; role: Role | null; reason: string },
): Promise<void> {
  const { id, role, reason } = input
  const person = await userToActOn(ctx, id)
  await keepingAnOwner(() =>
    transact(ctx, async tx => {
      // A concurrent deletion of the account came first.
      if (!(await isStillThere(tx, id, 'no key update'))) throw refuse('person_not_found')
      await setRole(tx, { userId: id, role })
      if (role && !person.isAdmin) await requireNoEntrant(tx, person)
      const now = (await findAccount(tx, id))!
      const { email, offeredRole } = now
      if (offeredRole) await sendInvitation(tx, { userId: id, email, role: offeredRole })
      await writeAuditLog(tx, {
        ...noted(roleAction(person, now), person, reason),
        before: rolesIn(person),
        after: rolesIn(now),
      })
    }),
  )
}

type Roles = { role: Role | null; offeredRole: Role | null }

const roleAction = (before: Roles, now: Roles) => {
  if (now.offeredRole) return 'offered a role'
  return before.offeredRole ? 'withdrew the invitation' : 'changed the role'
}

const rolesIn = ({ role, offeredRole }: Roles) => ({ role, ...(offeredRole && { offeredRole }) })

/** Sends an open invitation again. @throws person_not_found, owner_only, not_invited. */
export async function inviteAgain(ctx: Context, id: string): Promise<void> {
  const person = await userToActOn(ctx, id)
  await transact(ctx, async tx => {
    if (!(await isStillThere(tx, id))) throw refuse('person_not_found')
    const { email, offeredRole: role } = (await findAccount(tx, id))!
    if (!role) throw refuse('not_invited')
    await sendInvitation(tx, { userId: id, email, role })
    await writeAuditLog(tx, { action: 'sent the invitation again', subject: subjectOf(person), after: { role } })
  })
}

/** @throws open_prize; entrant_role where removing an entry of this person takes two persons. */
async function requireNoEntrant(tx: TransactionContext, person: ActedOn): Promise<void> {
  await requireNoOpenPrize(tx, dataSubjectOf(person))
  const entry = (await listUndecidedEntries(tx, dataSubjectOf(person))).find(({ takesTwo }) => takesTwo)
  if (entry) throw refuse('entrant_role', { giveaway: entry.title })
}

type Act = { id: string; reason: string }

/**
 * Disables an account. A winner whose answer is awaited keeps it: a silent winner loses the prize.
 * @throws person_not_found, owner_only, own_account, last_owner, open_prize.
 */
export async function disableByStaff(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await requireMayDisable(ctx, person)
  await keepingAnOwner(() =>
    transact(ctx, async tx => {
      await disableUser(tx, id)
      await requireMayDisable(tx, person)
      await writeAuditLog(tx, noted('disabled', person, reason))
    }),
  )
}

/** Enables an account again. @throws person_not_found, owner_only. */
export async function enableByStaff(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await transact(ctx, async tx => {
    await enableUser(tx, id)
    await writeAuditLog(tx, noted('enabled', person, reason))
  })
}

/** Ends every session of a person. @throws person_not_found, owner_only. */
export async function signOutUser(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await transact(ctx, async tx => {
    await endSessions(tx, id)
    await writeAuditLog(tx, noted('signed out everywhere', person, reason))
  })
}

/** Demands a new password by an e-mailed code at the person's next sign-in. @throws person_not_found, owner_only. */
export async function makeUserResetPassword(ctx: Context, { id, reason }: Act): Promise<void> {
  const person = await userToActOn(ctx, id)
  await transact(ctx, async tx => {
    await demandPasswordReset(tx, id)
    await writeAuditLog(tx, noted('demanded a new password', person, reason))
  })
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

/**
 * Creates an account with an address for a person. With a role the person is invited to the staff by e-mail, and no password is made.
 * @returns for a shopper the temporary password, to be shown once. Only its hash is kept, and the first sign-in demands a new one.
 * @throws invalid_input for a person below the minimum age, or for an address where the shop does not ship to; address_mismatch;
 * UsernameExistsException.
 */
export async function createByStaff(ctx: Context, input: NewUser): Promise<{ userId: string; tempPassword?: string }> {
  const { name, email, phone, birthday: birthDate, address, role } = input
  const young = tooYoung(birthDate, ctx.settings.minimumAge, ctx.now())
  if (young) throw refuseCommon('invalid_input', {}, { birthday: [young] })
  requireAddress(ctx, address, { field: 'address', isConfirmed: input.addressConfirmed })
  const person = { name, email, phone, birthDate }
  const temporary = role ? undefined : await newTemporaryPassword(ctx)
  const userId = await transact(ctx, async tx => {
    const id = temporary
      ? await createUserWithTemporaryPassword(tx, { ...person, passwordHash: temporary.hash })
      : await inviteStaff(tx, { ...person, role: role! })
    await saveShippingAddress(tx, { userId: id, address, field: 'address' })
    const after = role && { after: { offeredRole: role } }
    await writeAuditLog(tx, {
      action: role ? 'invited' : 'created',
      subject: subjectOf({ userId: id, email }),
      ...after,
    })
    return id
  })
  return { userId, ...(temporary && { tempPassword: temporary.password }) }
}
