import type { Email } from '#features/notifications/email.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import {
  begunEmail,
  cancelledEmail,
  endedUnpaidEmail,
  planStaysEmail,
  planWillChangeEmail,
  resumedEmail,
  secondEmail,
} from '../../emails.server.ts'
import type { MembershipBefore, MembershipState } from '../../subscriptions/sync/commands/reading.server.ts'
import { benefitsOf } from '../../web/premium-benefits.ts'
import { tellMember } from './tell-member.server.ts'

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
  const letter = letterFor(tx, change)
  if (letter) await tellMember(tx, userId, letter)
}

function letterFor(ctx: DataContext, { before, after }: Change): ((name: string) => Email) | undefined {
  const { plan, price_cents: priceCents, current_period_ends_at: renewsAt } = after
  const renewal = { plan, priceCents, renewsAt }
  if (after.isForNothing) return before ? undefined : name => secondEmail(ctx, { name, amountCents: priceCents })
  if (!before) {
    const begun = { ...renewal, benefits: benefitsOf(ctx.settings.premium) }
    return after.status === 'active' ? name => begunEmail(ctx, { name, ...begun }) : undefined
  }
  if (after.status === 'cancelled') return letterForEnd(ctx, before, after)
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
function letterForEnd(
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
