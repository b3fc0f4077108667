import { z } from 'zod'
import { issueCredits, withdrawCredits } from '#features/credits/commands.server.ts'
import { hasGranted, readBalances } from '#features/credits/queries.server.ts'
import { isStillThere } from '#features/identity/user/queries.server.ts'
import { lockGrants, readWorthOfGrant } from '#features/orders/order/queries/money-takes-two.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type ActedOn, accountOfEmail, personIn, refuse, subjectOf } from '../access/acted-on.server.ts'
import type { TierCounts } from '../contract.ts'
import { requireOthersCredits } from '../queries/offered-acts.server.ts'
import { tierCounts } from '../queries/user-rows.server.ts'

type Wanted = {
  email: string
  amount: number
  tier: Tier
  reason?: string | undefined
  /** Identifies the click: a repeated call with this key moves no credits. */
  key?: string | undefined
}

/** Credits whose worth reaches the threshold, with all that staff granted to the person in the last 30 days. */
export const GRANT_CREDITS = defineProposalKind({
  name: 'grant_credits',
  title: 'Grant credits',
  input: z.strictObject({ amount: z.int(), tier: z.enum(TIERS) }),
  rights: ['credits.change'],
  voidAfter: ['person_not_found'],
  execute: async (tx, { subject, input, reason }) =>
    move(tx, await personIn(tx, subject.id), { ...input, reason, key: tx.proposal!.id }, 'give'),
})

type Changed = { email: string; credits: TierCounts }

/** Grants credits to a person; from the threshold on, a proposal. @throws person_not_found, own_credits, owner_only, already_proposed. */
export const grantCredits = (ctx: Context, input: Wanted) => changeCredits(ctx, input, 'give')

/** Takes back unspent credits. @throws as `grantCredits`, and insufficient_credits. */
export async function subtractCredits(ctx: Context, input: Wanted): Promise<Changed> {
  const changed = await changeCredits(ctx, input, 'take')
  if ('proposal' in changed) throw new Error('Taking credits takes one person.')
  return changed
}

/** `description` is shown in the person's statement. The reason is for staff and stays in the audit log. */
const ACTS = {
  give: { description: 'Granted by our staff', action: 'gave credits' },
  take: { description: 'Taken back by our staff', action: 'took credits' },
}
type Act = keyof typeof ACTS

async function changeCredits(ctx: Context, input: Wanted, act: Act): Promise<Changed | Proposed> {
  const person = await accountOfEmail(ctx, input.email)
  const { amount, tier, reason, key } = input
  return transact(ctx, tx => move(tx, person, { amount, tier, reason, key }, act))
}

async function move(
  tx: TransactionContext,
  person: ActedOn,
  { amount, tier, reason, key }: Omit<Wanted, 'email'>,
  act: Act,
): Promise<Changed | Proposed> {
  const { userId, email } = person
  await requireOthersCredits(tx, person)
  const { description, action } = ACTS[act]
  // Includes the person and the amount, so that a reused key with other values is not taken for a repeat.
  const id = key === undefined ? newId() : `${tx.actor!.userId} ${act} ${amount} ${userId} ${key}`
  const movement = { userId, tier, amount, source: { type: 'staff', id, description } }
  if (act === 'give') {
    await lockGrants(tx, [userId])
    const grant = await readWorthOfGrant(tx, [userId], { [tier]: amount })
    const isRepeated = grant.takesTwo && (await hasGranted(tx, movement.source))
    if (grant.takesTwo && !isRepeated) return proposeGrant(tx, person, { amount, tier, reason, grant })
  }
  const isMoved =
    act === 'give'
      ? await issueCredits(tx, { ...movement, kind: 'granted' })
      : await withdrawCredits(tx, { ...movement, kind: 'subtracted' })
  // The credit account is locked here, so a deletion of the person waits or has finished.
  if (!(await isStillThere(tx, userId))) throw refuse('person_not_found')
  const after = await availableOf(tx, userId)
  const change = { tier, amount, available: after[tier.toLowerCase() as keyof TierCounts] }
  if (isMoved) await writeAuditLog(tx, { action, subject: subjectOf(person), after: change, reason })
  tx.onCommit(ctx => tellUser(ctx, userId, 'credits'))
  return { email, credits: after }
}

type Granting = {
  amount: number
  tier: Tier
  reason: string | undefined
  grant: Awaited<ReturnType<typeof readWorthOfGrant>>
}

function proposeGrant(tx: TransactionContext, person: ActedOn, { amount, tier, reason, grant }: Granting) {
  const { cents, togetherCents } = grant
  return propose(tx, GRANT_CREDITS, {
    subject: subjectOf(person),
    people: [person.userId],
    input: { amount, tier },
    facts: [
      { label: 'Credits', value: `${amount.toLocaleString('en-US')} ${tier}` },
      { label: 'Worth', value: formatMoney(cents) },
      { label: 'Granted in 30 days', value: `${formatMoney(togetherCents - cents)}, without these` },
    ],
    reason,
  })
}

const availableOf = async (ctx: DataContext, userId: string): Promise<TierCounts> =>
  tierCounts((await readBalances(ctx, [userId])).get(userId))
