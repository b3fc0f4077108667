import { findAccount, findUserId } from '#features/identity/user/queries.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import { refusals } from '#platform/errors.ts'
import { PEOPLE_ERRORS } from '../contract.ts'

export const refuse = refusals(PEOPLE_ERRORS)

export type ActedOn = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * The person on whom the caller is about to act.
 * @throws person_not_found, also for a deleted account; owner_only when an owner is acted on by a caller who is not an owner.
 */
export async function userToActOn(ctx: Context, userId: string): Promise<ActedOn> {
  const person = await findAccount(ctx, userId)
  if (!person) throw refuse('person_not_found')
  requireOwnerFor(person, actorOf(ctx).role)
  return person
}

/** An invited owner counts as an owner. @throws owner_only */
export function requireOwnerFor({ role, offeredRole }: ActedOn, actorRole: Role | null): void {
  if ((role === 'owner' || offeredRole === 'owner') && actorRole !== 'owner') throw refuse('owner_only')
}

/** Like `userToActOn`, by e-mail. */
export async function accountOfEmail(ctx: Context, email: string): Promise<ActedOn> {
  const userId = await findUserId(ctx, email)
  if (!userId) throw refuse('person_not_found')
  return userToActOn(ctx, userId)
}

/** The person of a proposal, in the transaction that carries it out. @throws person_not_found, owner_only. */
export async function personIn(tx: TransactionContext, userId: string): Promise<ActedOn> {
  const person = await findAccount(tx, userId)
  if (!person) throw refuse('person_not_found')
  requireOwnerFor(person, tx.actor!.role)
  return person
}

/** The person as the subject of an audit log entry. */
export const subjectOf = ({ userId, email }: { userId: string; email: string }) =>
  ({ type: 'person', id: userId, label: email }) as const
