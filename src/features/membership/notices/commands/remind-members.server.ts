import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { lastTryEmail, renewalComesEmail } from '../../emails.server.ts'
import { LAST_TRY_NOTICE_DAYS, RENEWAL_TRIES, YEARLY_NOTICE_DAYS } from '../../rules.ts'
import { tellMember } from './tell-member.server.ts'

const DAY_MS = 24 * 3_600_000
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
