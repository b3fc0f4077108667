import { closeAccount } from '#features/account/commands.server.ts'
import { lastEditorOf } from '#features/audit-log/queries.server.ts'
import { disableUser, enableUser, setRole } from '#features/identity/accounts/commands/accounts.server.ts'
import { inviteStaff, sendInvitation } from '#features/identity/accounts/commands/invite-staff.server.ts'
import { tooYoung } from '#features/identity/contract.ts'
import {
  createUserWithTemporaryPassword,
  demandPasswordReset,
} from '#features/identity/passwords/commands/temporary-password.server.ts'
import { correctProfile } from '#features/identity/profile/commands/correct-profile.server.ts'
import { saveShippingAddress } from '#features/identity/profile/commands/shipping-address.server.ts'
import { accountOf, isStillThere, profileOf } from '#features/identity/queries.server.ts'
import { endSessions } from '#features/identity/sessions/commands/revoke.server.ts'
import { waitingOrders } from '#features/orders/shipping-address/commands/address-on-file.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import { requireServed } from '#kernel/shipping/served-countries.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { Refusal, refuse as refuseCommon } from '#platform/errors.ts'
import { type ActedOn, accountOfEmail, refuse, subjectOf, userToActOn } from '../access/acted-on.server.ts'
import type { NewUser, UserChange, UsersDeleted } from '../acts-contract.ts'

/**
 * Gives a person a role; null removes the role or withdraws an invitation. In an account whose mailbox is unproven the role waits for the
 * proof, and an invitation is sent. @throws person_not_found, owner_only, last_owner.
 */
export async function changeRole(
  ctx: Context,
  input: { id: string; role: Role | null; reason: string },
): Promise<void> {
  const { id, role, reason } = input
  const person = await userToActOn(ctx, id)
  await keepingAnOwner(() =>
    setRole(ctx, { userId: id, role }, async tx => {
      // A concurrent deletion of the account came first.
      if (!(await isStillThere(tx, id))) throw refuse('person_not_found')
      const now = (await accountOf(tx, id))!
      const { email, offeredRole } = now
      if (offeredRole) await sendInvitation(tx, { userId: id, email, role: offeredRole })
      const action = offeredRole
        ? 'offered a role'
        : person.offeredRole
          ? 'withdrew the invitation'
          : 'changed the role'
      await writeAuditLog(tx, {
        ...noted(action, person, reason),
        before: { role: person.role, ...(person.offeredRole && { offeredRole: person.offeredRole }) },
        after: { role: now.role, ...(offeredRole && { offeredRole }) },
      })
    }),
  )
}

/** Sends an open invitation again. @throws person_not_found, owner_only, not_invited. */
export async function inviteAgain(ctx: Context, id: string): Promise<void> {
  const person = await userToActOn(ctx, id)
  await transact(ctx, async tx => {
    if (!(await isStillThere(tx, id))) throw refuse('person_not_found')
    const { email, offeredRole: role } = (await accountOf(tx, id))!
    if (!role) throw refuse('not_invited')
    await sendInvitation(tx, { userId: id, email, role })
    await writeAuditLog(tx, { action: 'sent the invitation again', subject: subjectOf(person), after: { role } })
  })
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

type Deletion = { email: string; reason?: string | undefined }

/**
 * Deletes a person's account, as the person could: ledger, orders and draws keep the bare id.
 * @throws person_not_found, own_account, staff_account, owner_only; last_owner for a person who has just become one.
 */
export async function deleteByStaff(ctx: Context, { email, reason }: Deletion): Promise<void> {
  const person = await accountOfEmail(ctx, email)
  if (person.userId === actorOf(ctx).userId) throw refuse('own_account')
  if (person.isAdmin) throw refuse('staff_account')
  const first = (tx: TransactionContext) => writeAuditLog(tx, { action: 'deleted', subject: subjectOf(person), reason })
  await keepingAnOwner(() => closeAccount(ctx, { ...person, why: 'by staff', first }))
}

/** Deletes several accounts one by one. A refusal is reported for its account, and the others are deleted. @throws nobody_selected. */
export async function deleteUsers(
  ctx: Context,
  { emails, reason }: { emails: readonly string[]; reason?: string | undefined },
): Promise<UsersDeleted> {
  const chosen = [...new Set(emails)]
  if (chosen.length === 0) throw refuse('nobody_selected', {}, { emails: ['No users selected for deletion'] })
  const failures: UsersDeleted['failures'] = []
  // Sequential, because each deletion takes and waits for giveaway locks.
  for (const email of chosen) {
    try {
      await deleteByStaff(ctx, { email, reason })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failures.push({ email, code: error.code, message: error.message })
    }
  }
  const failedCount = failures.length
  return {
    success: failedCount === 0,
    deletedCount: chosen.length - failedCount,
    failedCount,
    ...(failedCount > 0 && { error: `${failedCount} ${failedCount === 1 ? 'user' : 'users'} failed to delete` }),
    failures,
  }
}

/**
 * Creates an account with an address for a person. With a role the person is invited to the staff by e-mail, and no password is made.
 * @returns for a shopper the temporary password, to be shown once. Only its hash is kept, and the first sign-in demands a new one.
 * @throws invalid_input for a person below the minimum age, or for an address where the shop does not ship to; UsernameExistsException.
 */
export async function createByStaff(ctx: Context, input: NewUser): Promise<{ userId: string; tempPassword?: string }> {
  const { name, email, phone, birthday: birthDate, address, role } = input
  const young = tooYoung(birthDate, ctx.settings.minimumAge, ctx.now())
  if (young) throw refuseCommon('invalid_input', {}, { birthday: [young] })
  requireServed(ctx, address.country, 'address.country')
  const also = async (tx: TransactionContext, userId: string) => {
    await saveShippingAddress(tx, { userId, address, field: 'address' })
    const after = role && { after: { offeredRole: role } }
    await writeAuditLog(tx, { action: role ? 'invited' : 'created', subject: subjectOf({ userId, email }), ...after })
  }
  if (role) {
    const userId = await transact(ctx, async tx => {
      const id = await inviteStaff(tx, { name, email, phone, birthDate, role })
      await also(tx, id)
      return id
    })
    return { userId }
  }
  const { userId, temporaryPassword: tempPassword } = await createUserWithTemporaryPassword(
    ctx,
    { name, email, phone, birthDate },
    also,
  )
  return { userId, tempPassword }
}

/**
 * Changes the given fields of a person. The audit log names the changed fields and not their values.
 * @throws person_not_found, owner_only, version_conflict, invalid_input for a person below the minimum age.
 */
export async function correctUser(ctx: Context, id: string, input: UserChange): Promise<void> {
  const { birthday: birthDate, reason, version, name, phone, address } = input
  const person = await userToActOn(ctx, id)
  const before = await editable(ctx, id)
  const change = { name, phone, birthDate, address }
  const also = async (tx: TransactionContext) =>
    writeAuditLog(tx, {
      action: 'changed',
      subject: subjectOf(person),
      before,
      after: await editable(tx, id),
      reason,
    })
  await correctProfile(ctx, { userId: id, change, version }, { orders: waitingOrders, also }).catch(
    async (error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'version_conflict')) throw error
      throw refuseCommon('version_conflict', { ...error.details, ...(await lastEditorOf(ctx, 'person', id)) })
    },
  )
}

async function editable(ctx: DataContext, id: string) {
  const profile = await profileOf(ctx, id)
  return {
    name: profile?.name,
    phone: profile?.phone,
    birthday: profile?.birthDate,
    address: profile?.shippingAddress,
    smsConsent: profile?.smsConsent,
  }
}
