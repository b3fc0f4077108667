import { isOwnMailbox } from '#features/identity/accounts/queries/own-accounts.server.ts'
import { dataSubjectOf, findAccount } from '#features/identity/user/queries.server.ts'
import { listUndecidedEntries, requireNoOpenPrize, UNANSWERED } from '#features/winners/queries/open-prizes.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { hasRight } from '#kernel/rights.ts'
import { Refusal } from '#platform/errors.ts'
import { type ActedOn, refuse, requireOwnerFor } from '../access/acted-on.server.ts'
import { requireNoSealedList } from '../access/undecided-entries.server.ts'
import type { UserProfile } from '../profile/profile-contract.ts'
import { RIGHT_OF, USER_ACTS, type UserAct } from '../rules.ts'

type Acting = DataContext & Pick<Context, 'actor'>

/** What no member of staff does to their own account. @throws own_account */
export function requireOthersAccount({ actor }: Acting, { userId }: Pick<ActedOn, 'userId'>): void {
  if (userId === actor?.userId) throw refuse('own_account')
}

/** A winner whose answer is awaited keeps the account: a silent winner loses the prize. @throws own_account, open_prize. */
export async function requireMayDisable(ctx: Acting, person: ActedOn): Promise<void> {
  requireOthersAccount(ctx, person)
  await requireNoOpenPrize(ctx, dataSubjectOf(person), UNANSWERED)
}

type Entries = Readonly<Awaited<ReturnType<typeof listUndecidedEntries>>>

/** @param entries the person's undecided entries, locked by the caller who deletes. @throws own_account, staff_account, open_prize, list_sealed. */
export async function requireMayDelete(ctx: Acting, person: ActedOn, entries: Entries): Promise<void> {
  requireOthersAccount(ctx, person)
  if (person.isAdmin) throw refuse('staff_account')
  await requireNoOpenPrize(ctx, dataSubjectOf(person))
  requireNoSealedList({ entries })
}

/** Staff who could grant themselves credits, at any account of their mailbox, could enter giveaways with them. @throws own_credits */
export async function requireOthersCredits(ctx: Acting, person: ActedOn): Promise<void> {
  if (await isOwnMailbox(ctx, person)) throw refuse('own_credits')
}

/** What each command asks of the account, beside its right and the rule of owners. Others refuse by what is typed or chosen. */
const CHECKS: Partial<Record<UserAct, (ctx: Acting, person: ActedOn) => Promise<void>>> = {
  disable: requireMayDisable,
  async merge(_, { isAdmin }) {
    if (isAdmin) throw refuse('staff_merge')
  },
  async delete(ctx, person) {
    await requireMayDelete(ctx, person, await listUndecidedEntries(ctx, dataSubjectOf(person)))
  },
  credits: requireOthersCredits,
}

/** The server's refusal of an act on a person, in its order; null if it does not refuse. */
async function refusalOf(ctx: Acting, person: ActedOn, act: UserAct): Promise<Refusal | null> {
  try {
    requireOwnerFor(person, ctx.actor?.role ?? null)
    await CHECKS[act]?.(ctx, person)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** An act without an effect is not offered. */
const hasEffect = (act: UserAct, person: ActedOn, isDisabled: boolean): boolean => {
  if (act === 'enable') return isDisabled
  if (act === 'disable') return !isDisabled
  return act !== 'invite' || person.offeredRole !== null
}

/** The acts that the caller has the right to, each with the reason why the server would refuse it now. */
export async function readOfferedActs(
  ctx: Acting,
  { id, disabled }: { id: string; disabled: boolean },
): Promise<UserProfile['acts']> {
  const person = await findAccount(ctx, id)
  if (!person) return []
  const acts = USER_ACTS.filter(act => hasRight(ctx.actor?.role, RIGHT_OF[act]) && hasEffect(act, person, disabled))
  return Promise.all(
    acts.map(async name => {
      const refusal = await refusalOf(ctx, person, name)
      return { name, refusal: refusal && { code: refusal.code, message: refusal.message } }
    }),
  )
}
