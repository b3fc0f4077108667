import type { Tier } from '#kernel/values/tiers.ts'
import type { Priced } from './arithmetic.ts'
import type { Plan } from './plan.ts'

export type Line = {
  product: number
  tier: Tier
  entries: number
  unit: number
  quantity: number
  share: number
  refunded: number
  backordered: number
}

export type CodeUse = { coupon: number; state: 'held' | 'used' | 'released'; late: boolean }

export type ModelOrder = {
  user: number
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  fulfilment: 'unfulfilled' | 'packed' | 'shipped'
  isCancelled: boolean
  /** The payment page at the provider; `none` when the total was zero. */
  page: 'open' | 'paid' | 'expired' | 'none'
  price: Priced
  lines: Line[]
  codes: CodeUse[]
  refunds: { amount: number; isSent: boolean }[]
}

export type Outcome = 'ok' | string

/** The code of a coupon; alphabetical order equals numeric order. */
export const codeName = (coupon: number) => `CODE${coupon}`

/** The shop's state in memory, without a database: products, coupons, credits, orders, and the provider's charges and refunds. */
export class Books {
  readonly orders: ModelOrder[] = []
  readonly stock: { onHand: number | null; held: number }[]
  readonly coupons: { held: number; used: number; late: number; isPaused: boolean }[]
  /** Available credits of each of the two shoppers, by tier. */
  readonly available: Record<string, number>[] = [{}, {}]
  /** Live entries in the Bronze giveaway. */
  readonly entries = [0, 0]
  protected readonly plan: Plan

  constructor(plan: Plan) {
    this.plan = plan
    this.stock = plan.products.map(({ stock }) => ({ onHand: stock, held: 0 }))
    this.coupons = plan.coupons.map(() => ({ held: 0, used: 0, late: 0, isPaused: false }))
  }

  standing(order: ModelOrder): string {
    if (order.status !== 'paid') return order.status
    if (order.isCancelled) return 'cancelled'
    const refunded = refundedOf(order)
    if (refunded > 0 && refunded === order.price.total) return 'refunded'
    return order.fulfilment === 'unfulfilled' ? 'paid' : order.fulfilment
  }

  protected give(user: number, tier: string, amount: number): void {
    const mine = this.available[user]!
    if (amount !== 0) mine[tier] = (mine[tier] ?? 0) + amount
  }

  protected isFree(product: number, quantity: number): boolean {
    const { onHand, held } = this.stock[product]!
    return onHand === null || onHand - held >= quantity
  }

  protected usesOf(coupon: number, user: number) {
    const uses = this.orders.filter(order => order.user === user).flatMap(order => order.codes)
    const mine = uses.filter(use => use.coupon === coupon)
    const count = (state: CodeUse['state']) => mine.filter(use => use.state === state).length
    return { held: count('held'), used: count('used') }
  }

  /** A first-order coupon applies to one order, even when several are being paid concurrently. */
  protected hasFirst(user: number): boolean {
    return this.orders.some(
      order =>
        order.user === user &&
        order.codes.some(use => this.plan.coupons[use.coupon]!.firstOrder && use.state !== 'released' && !use.late),
    )
  }

  protected close(order: ModelOrder, status: 'expired' | 'cancelled'): void {
    order.status = status
    for (const use of order.codes) {
      use.state = 'released'
      this.coupons[use.coupon]!.held -= 1
    }
    for (const { product, quantity } of order.lines) this.stock[product]!.held -= quantity
  }
}

export const hasGoods = (order: ModelOrder) => order.lines.some(line => line.refunded < line.quantity)

export const piecesLeft = (order: ModelOrder) =>
  order.lines.flatMap(({ quantity, refunded }, line) =>
    refunded < quantity ? [{ line, quantity: quantity - refunded }] : [],
  )

export const refundedOf = (order: ModelOrder): number => order.refunds.reduce((sum, { amount }) => sum + amount, 0)
