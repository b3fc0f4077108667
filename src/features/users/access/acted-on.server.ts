import { ACCOUNT_ERRORS } from '#features/account/contract.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { findAccount, findUserId } from '#features/identity/user/queries.server.ts'
import { SAVED_CARD_ERRORS } from '#features/orders/payment/saved-cards/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { WINNER_ERRORS } from '#features/winners/contract.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import { COMMON_ERRORS, pick, refusals } from '#platform/errors.ts'
import { PEOPLE_ERRORS } from '../contract.ts'

export const refuse = refusals(PEOPLE_ERRORS)

/** What every act of staff on an account can refuse with. */
export const ACT_ERRORS = [
  pick(
    PEOPLE_ERRORS,
    'list_sealed',
    'own_account',
    'own_credits',
    'owner_only',
    'person_not_found',
    'staff_account',
    'staff_merge',
  ),
  pick(WINNER_ERRORS, 'open_prize'),
]

/** What the end of an account can refuse with, by a deletion or a merge. */
export const END_ERRORS = [
  ACCOUNT_ERRORS,
  pick(CREDIT_ERRORS, 'insufficient_credits'),
  pick(GIVEAWAY_ERRORS, 'already_drawn', 'already_frozen', 'entry_not_found', 'giveaway_not_found'),
  PROPOSING_ERRORS,
  SAVED_CARD_ERRORS,
  pick(WINNER_ERRORS, 'open_prize', 'pass_proposed', 'winner_moved', 'winner_not_found'),
  pick(COMMON_ERRORS, 'not_found', 'version_conflict'),
]

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
