import { readBalances } from '#features/credits/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { lineName } from '../../order/line-name.ts'
import type { SpentCredits } from '../../order/money/contract.ts'
import { creditsOfPieces, partsOfPieces, shelfOf } from '../../order/money/refunded-parts.ts'
import { refundPartsShown } from '../../order/money/shown.ts'
import { readRefundable } from '../../order/money/stored-refunds.server.ts'
import type { OrdersPorts } from '../../order/ports.ts'
import { refundTakesTwo } from '../../order/queries/money-takes-two.server.ts'
import { readKnownOrder } from '../../order/stored-order.server.ts'
import type { RefundPreview, RefundPreviewBody } from '../contract.ts'
import { chosenPieces } from './chosen-pieces.ts'

/** Previews a refund and its credits; nothing is changed. @throws as a refund. */
export async function readPreview(
  ctx: Context,
  ports: OrdersPorts,
  orderId: string,
  body: RefundPreviewBody,
): Promise<RefundPreview> {
  const order = await readKnownOrder(ctx, orderId)
  const chosen = chosenPieces(order, body.lines)
  const { parts, lines } = partsOfPieces(await readRefundable(ctx, order), chosen)
  const earned = creditsOfPieces(order.lines, chosen)
  const tiers = TIERS.filter(tier => earned[tier])
  const [balances, spentOn] = await Promise.all([
    readBalances(ctx, [order.userId]),
    tiers.length > 0 ? ports.spentOn(ctx, order.userId, tiers) : [],
  ])
  const kept = body.spentCredits === 'keep' ? earned : {}
  const takesTwoPersons = await refundTakesTwo(ctx, order, { cents: parts.amount, kept })
  const available = balances.get(order.userId)
  const lineAt = (position: number) => order.lines.find(line => line.position === position)!
  return {
    parts: refundPartsShown(parts),
    lines: lines.map(({ position, quantity, netCents }) => ({
      position,
      name: lineName(lineAt(position)),
      quantity,
      amount: toDollars(netCents),
    })),
    credits: tiers.map(tier => {
      const removable = spentOn.filter(on => on.tier === tier && on.isOpen).reduce((sum, on) => sum + on.entries, 0)
      return { tier, ...takenBack(body.spentCredits, earned[tier]!, available?.[tier] ?? 0, removable) }
    }),
    spentOn,
    restocked: body.restock
      ? lines.reduce((sum, { position, quantity }) => sum + shelfOf(lineAt(position), quantity).restocked, 0)
      : 0,
    takesTwoPersons,
  }
}

function takenBack(way: SpentCredits, earned: number, available: number, removable: number) {
  const spent = Math.max(0, earned - available)
  const entriesRemoved = way === 'entries' ? Math.min(spent, removable) : 0
  const balance = way === 'keep' ? 0 : Math.min(earned, available)
  return { earned, spent, takenBack: balance + entriesRemoved, entriesRemoved }
}
