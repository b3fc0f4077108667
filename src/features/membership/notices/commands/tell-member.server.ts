import { sql } from 'kysely'
import { findAccount } from '#features/identity/user/queries.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { benefitsOf } from '#kernel/values/words/premium-benefits.ts'
import {
  begunEmail,
  cancelledEmail,
  endedUnpaidEmail,
  lastTryEmail,
  planStaysEmail,
  planWillChangeEmail,
  renewalComesEmail,
  resumedEmail,
  secondEmail,
} from '../../emails.server.ts'
import { LAST_TRY_NOTICE_DAYS, RENEWAL_TRIES, YEARLY_NOTICE_DAYS } from '../../rules.ts'
import type { MembershipBefore, MembershipState } from '../membership-state.server.ts'

/**
 * Sends a member an e-mail about their money, regardless of notification settings. The caller's
 * guarded write ensures that it is sent once. Deleted accounts get none.
 */
export async function tellMember(
  tx: TransactionContext,
  userId: string,
  emailTo: (name: string) => Email,
): Promise<void> {
  const person = await findAccount(tx, userId)
  if (!person) return
  await sendEmail(tx, { to: person.email, userId }, emailTo(person.name))
}

/** Sends a push message to the member's browsers, if the member allows it. @param onceKey the occasion. */
export const pushToMember = (
  tx: TransactionContext,
  userId: string,
  onceKey: string,
  push: { title: string; body: string },
) => notify(tx, { userId, kind: 'order_update', onceKey, push: { ...push, data: { type: 'membership' } } })

type Change = {
  /** Undefined for a new membership. */
  before: MembershipBefore | undefined
  after: MembershipState & { endedUnpaid: boolean; isForNothing: boolean }
}

/**
 * E-mails a member about a changed membership, in the transaction that writes the change. An unchanged state sends nothing, so ten
 * webhooks of one change cause one e-mail. Payments and failed tries are e-mailed with their invoices.
 */
export async function tellChange(tx: TransactionContext, userId: string, change: Change): Promise<void> {
  const sentEmail = emailFor(tx, change)
  if (sentEmail) await tellMember(tx, userId, sentEmail)
}

function emailFor(ctx: DataContext, { before, after }: Change): ((name: string) => Email) | undefined {
  const { plan, price_cents: priceCents, current_period_ends_at: renewsAt } = after
  const renewal = { plan, priceCents, renewsAt }
  if (after.isForNothing) return before ? undefined : name => secondEmail(ctx, { name, amountCents: priceCents })
  if (!before) {
    const begun = { ...renewal, benefits: benefitsOf(ctx.settings.premium) }
    return after.status === 'active' ? name => begunEmail(ctx, { name, ...begun }) : undefined
  }
  if (after.status === 'cancelled') return emailForEnd(ctx, before, after)
  if (after.cancel_at_period_end !== before.cancel_at_period_end) {
    return after.cancel_at_period_end
      ? name => cancelledEmail(ctx, { name, endsAt: renewsAt, isNow: false })
      : name => resumedEmail(ctx, { name, renewal })
  }
  if (after.next_plan !== null && after.next_plan !== before.next_plan) {
    const next = { plan: after.next_plan, priceCents: after.next_price_cents!, renewsAt }
    return name => planWillChangeEmail(ctx, { name, ...next })
  }
  const isTakenBack = before.next_plan !== null && after.next_plan === null && plan === before.plan
  return isTakenBack && after.status === 'active' ? name => planStaysEmail(ctx, { name, ...renewal }) : undefined
}

/** No e-mail for an end that was announced when the member cancelled for the period's end. */
function emailForEnd(
  ctx: DataContext,
  before: MembershipBefore,
  after: Change['after'],
): ((name: string) => Email) | undefined {
  if (before.status === 'cancelled') return undefined
  const endsAt = after.ended_at!
  if (after.endedUnpaid) return name => endedUnpaidEmail(ctx, { name, endedAt: endsAt })
  const wasToldOf = before.cancel_at_period_end && endsAt >= before.current_period_ends_at
  return wasToldOf ? undefined : name => cancelledEmail(ctx, { name, endsAt, isNow: true })
}

/** E-mails per transaction; a run sends as many batches as needed. */
const BATCH = 200

/**
 * Reminds members of a coming yearly renewal, and of the last try at a failed one. Each reminder leaves once, however many
 * processes run.
 */
export async function remindMembers(ctx: Context): Promise<void> {
  for (let told = BATCH; told === BATCH; ) told = await remindOfRenewals(ctx)
  for (let told = BATCH; told === BATCH; ) told = await remindOfLastTries(ctx)
}

type Yearly = { userId: string; plan: 'yearly'; priceCents: number; renewsAt: Date }

/** @returns the number of reminded members. */
const remindOfRenewals = (ctx: Context) =>
  transact(ctx, async tx => {
    const until = new Date(+tx.now() + YEARLY_NOTICE_DAYS * DAY_MS)
    const { rows } = await sql<Yearly>`
      update membership set renewal_notified_for = current_period_ends_at
      where id = any(array(
        select m.id from membership m join users u on u.id = m.user_id
        where m.status = 'active' and m.plan = 'yearly' and m.provider_id is not null and not m.cancel_at_period_end
          and m.current_period_ends_at > ${tx.now()} and m.current_period_ends_at <= ${until}
          and m.renewal_notified_for is distinct from m.current_period_ends_at
        limit ${BATCH} for update of m skip locked for key share of u skip locked))
      returning user_id as "userId", coalesce(next_plan, plan) as plan,
        coalesce(next_price_cents, price_cents) as "priceCents", current_period_ends_at as "renewsAt"`.execute(tx.db)
    for (const { userId, ...renewal } of rows)
      await tellMember(tx, userId, name => renewalComesEmail(tx, { name, ...renewal }))
    return rows.length
  })

type Due = { userId: string; amountCents: number; nextTry: Date; payUrl: string | null }

/** @returns the number of reminded members. */
const remindOfLastTries = (ctx: Context) =>
  transact(ctx, async tx => {
    const until = new Date(+tx.now() + LAST_TRY_NOTICE_DAYS * DAY_MS)
    const { rows } = await sql<Due>`
      update membership_invoice set last_attempt_notified_at = ${tx.now()}
      where id = any(array(
        select i.id from membership_invoice i join membership m on m.id = i.membership_id join users u on u.id = i.user_id
        where i.status = 'open' and m.status = 'past_due' and i.attempts >= ${RENEWAL_TRIES - 1}
          and i.next_attempt_at > ${tx.now()} and i.next_attempt_at <= ${until} and i.last_attempt_notified_at is null
        limit ${BATCH} for update of i skip locked for key share of u skip locked))
      returning user_id as "userId", amount_cents as "amountCents", next_attempt_at as "nextTry", hosted_url as "payUrl"
    `.execute(tx.db)
    for (const { userId, ...due } of rows)
      await tellMember(tx, userId, name => lastTryEmail(tx, { name, ...due, isLast: true }))
    return rows.length
  })
