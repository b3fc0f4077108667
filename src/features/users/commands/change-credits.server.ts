import { issueCredits, withdrawCredits } from '#features/credits/commands.server.ts'
import { balancesOf } from '#features/credits/queries.server.ts'
import { isOwnMailbox } from '#features/identity/accounts/queries/own-accounts.server.ts'
import { isStillThere } from '#features/identity/user/queries.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import { accountOfEmail, refuse, subjectOf } from '../access/acted-on.server.ts'
import type { TierCounts } from '../contract.ts'
import { tierCounts } from '../queries/user-rows.server.ts'

type Wanted = {
  email: string
  amount: number
  tier: Tier
  reason?: string | undefined
  /** Identifies the click: a repeated call with this key moves no credits. */
  key?: string | undefined
}

/** Grants credits to a person. @throws person_not_found, own_credits, owner_only. */
export const grantCredits = (ctx: Context, input: Wanted) => moveCredits(ctx, input, 'give')

/** Takes back unspent credits. @throws as `grantCredits`, and insufficient_credits. */
export const subtractCredits = (ctx: Context, input: Wanted) => moveCredits(ctx, input, 'take')

/** `description` is shown in the person's statement. The reason is for staff and stays in the audit log. */
const ACTS = {
  give: { description: 'Granted by our staff', action: 'gave credits' },
  take: { description: 'Taken back by our staff', action: 'took credits' },
}

async function moveCredits(ctx: Context, input: Wanted, act: 'give' | 'take') {
  const { amount, tier, reason } = input
  const person = await accountOfEmail(ctx, input.email)
  const actor = actorOf(ctx)
  // Staff who could grant themselves credits, at any account of their mailbox, could enter giveaways with them.
  if (await isOwnMailbox(ctx, person)) throw refuse('own_credits')
  const { description, action } = ACTS[act]
  // Includes the person and the amount, so that a reused key with other values is not taken for a repeat.
  const id = input.key === undefined ? newId() : `${actor.userId} ${act} ${amount} ${person.userId} ${input.key}`
  const movement = { userId: person.userId, tier, amount, source: { type: 'staff', id, description } }
  const credits = await transact(ctx, async tx => {
    const isMoved =
      act === 'give'
        ? await issueCredits(tx, { ...movement, kind: 'granted' })
        : await withdrawCredits(tx, { ...movement, kind: 'subtracted' })
    // The credit account is locked here, so a deletion of the person waits or has finished.
    if (!(await isStillThere(tx, person.userId))) throw refuse('person_not_found')
    const after = await availableOf(tx, person.userId)
    const change = { tier, amount, available: after[tier.toLowerCase() as keyof TierCounts] }
    if (isMoved) await writeAuditLog(tx, { action, subject: subjectOf(person), after: change, reason })
    tx.onCommit(ctx => tellUser(ctx, person.userId, 'credits'))
    return after
  })
  return { email: person.email, credits }
}

const availableOf = async (ctx: DataContext, userId: string): Promise<TierCounts> =>
  tierCounts((await balancesOf(ctx, [userId])).get(userId))
