import { inTheWay } from '#features/orders/checkout/commands/open-orders.server.ts'
import { type Priced, priceOf, sharesOf } from './arithmetic.ts'
import { Books, type CodeUse, codeName, type Line, type ModelOrder, type Outcome } from './books.ts'
import type { CheckoutStep } from './plan.ts'

const KEPT = ['out_of_stock', 'code_used_up', 'code_used_by_you', 'code_not_first_order']

/** How carts become orders, and how orders are paid: in time, late or never. */
export class Payments extends Books {
  /** The price of a cart: refused codes give no discount and a reason. */
  quote({ user, items, codes }: CheckoutStep): { price: Priced; refused: string[] } {
    const lines = this.linesOf(items)
    const { counted, refused } = this.evaluateCodes(user, lines, codes)
    return { price: this.price(lines, counted), refused }
  }

  checkout({ user, items, codes }: CheckoutStep): Outcome {
    const lines = this.linesOf(items)
    const { refused } = this.evaluateCodes(user, lines, codes)
    if (refused[0]) return refused[0]
    this.giveWay(user, lines)
    const failure = this.holdFailure(user, lines, codes)
    if (failure) {
      if (!KEPT.includes(failure) || !this.closeOwn(user, failure, lines, codes))
        return this.reasonNow(user, lines, codes, failure)
      const again = this.holdFailure(user, lines, codes)
      if (again) return this.reasonNow(user, lines, codes, again)
    }
    const order = this.place(user, lines, codes)
    const kept = this.keepOne(order)
    if (kept === 'ok' && order.page === 'none') this.settle(order)
    return kept
  }

  /** An account has a limit of open orders and of unpaid units of one product: the oldest orders are closed. */
  protected giveWay(user: number, lines: readonly Line[]): void {
    const linesOf = (of: readonly Line[]) =>
      of.map(({ product, quantity }) => ({ variantId: String(product), quantity }))
    const open = this.orders
      .filter(order => order.user === user && order.status === 'pending')
      .map(order => ({ order, lines: linesOf(order.lines) }))
    for (const { order } of inTheWay(open, linesOf(lines))) this.cancel(order)
  }

  /** A cart is paid once: older payment pages of equal carts close. If one of those pages is already paid, no new page opens. */
  protected keepOne(order: ModelOrder): Outcome {
    const cart = cartOf(order)
    for (const other of this.orders.toReversed()) {
      if (other === order || other.user !== order.user || other.status !== 'pending' || cartOf(other) !== cart) continue
      if (other.page === 'paid') {
        this.settle(other)
        if (order.status === 'pending') this.cancel(order)
        return 'already_paid'
      }
      this.cancel(other)
    }
    return 'ok'
  }

  /** Assigns each line its share of the discount. */
  private price(lines: readonly Line[], codes: readonly number[]): Priced {
    const coupons = codes.map(coupon => ({ ...this.plan.coupons[coupon]!, code: codeName(coupon) }))
    const worths = lines.map(line => ({ tier: line.tier, worth: line.unit * line.quantity }))
    const { shares } = sharesOf(worths, coupons)
    for (const [at, line] of lines.entries()) line.share = shares[at]!
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
    return priceOf(sum(worths.map(line => line.worth)), sum(shares))
  }

  protected linesOf(items: CheckoutStep['items']): Line[] {
    const quantities = new Map<number, number>()
    for (const { product, quantity } of items) quantities.set(product, (quantities.get(product) ?? 0) + quantity)
    return [...quantities].map(([product, quantity]) => {
      const { tier, entries, listCents, saleCents } = this.plan.products[product]!
      const unit = saleCents ?? listCents
      return { product, tier, entries, unit, quantity, share: 0, refunded: 0, backordered: 0 }
    })
  }

  /** The codes that apply together, and the reasons why others do not. */
  private evaluateCodes(user: number, lines: readonly Line[], codes: readonly number[]) {
    const counted: number[] = []
    const refused: string[] = []
    for (const coupon of codes) {
      const reason = this.reasonAgainst(coupon, user, lines) ?? this.clash(coupon, counted)
      if (reason) refused.push(reason)
      else counted.push(coupon)
    }
    return { counted, refused }
  }

  private reasonAgainst(coupon: number, user: number, lines: readonly Line[]): string | undefined {
    const terms = this.plan.coupons[coupon]!
    const { held, used, isPaused } = this.coupons[coupon]!
    const own = this.usesOf(coupon, user)
    const subtotal = lines.reduce((sum, line) => sum + line.unit * line.quantity, 0)
    if (isPaused) return 'code_paused'
    if (terms.personLimit !== null && own.used >= terms.personLimit) return 'code_used_by_you'
    if (terms.totalLimit !== null && held - own.held + used >= terms.totalLimit) return 'code_used_up'
    if (terms.firstOrder && this.orders.some(order => order.user === user && order.status === 'paid'))
      return 'code_not_first_order'
    if (subtotal < terms.minimumCents) return 'code_minimum'
    if (terms.tiers.length > 0 && !lines.some(line => terms.tiers.includes(line.tier))) return 'code_nothing_eligible'
    return undefined
  }

  private clash(coupon: number, counted: readonly number[]): string | undefined {
    const terms = this.plan.coupons[coupon]!
    const clashes = counted.some(before => {
      const other = this.plan.coupons[before]!
      return !terms.combinable || !other.combinable || (terms.firstOrder && other.firstOrder)
    })
    return clashes ? 'code_not_combinable' : undefined
  }

  /** Reserves codes before stock, for the whole order or not at all. */
  protected holdFailure(user: number, lines: readonly Line[], codes: readonly number[]): string | undefined {
    for (const coupon of codes) {
      const { totalLimit, personLimit, firstOrder } = this.plan.coupons[coupon]!
      const { held, used } = this.coupons[coupon]!
      const own = this.usesOf(coupon, user)
      if (totalLimit !== null && held + used >= totalLimit) return 'code_used_up'
      if (personLimit !== null && own.held + own.used >= personLimit) return 'code_used_by_you'
      if (totalLimit !== null && own.held > 0) return 'code_used_by_you'
      if (firstOrder && this.hasFirst(user)) return 'code_not_first_order'
    }
    return lines.every(line => this.isFree(line.product, line.quantity)) ? undefined : 'out_of_stock'
  }

  /** Another shopper changed the state of a code: returns the current reason. */
  protected reasonNow(user: number, lines: readonly Line[], codes: readonly number[], failure: string): string {
    return failure === 'out_of_stock' ? failure : (this.evaluateCodes(user, lines, codes).refused[0] ?? failure)
  }

  /** A user's own open payment does not block stock or codes for that user. @returns whether any were released. */
  protected closeOwn(user: number, failure: string, lines: readonly Line[], codes: readonly number[]): boolean {
    const keeping = this.orders.filter(
      order =>
        order.user === user &&
        order.status === 'pending' &&
        (failure === 'out_of_stock'
          ? order.lines.some(line => lines.some(wanted => wanted.product === line.product))
          : order.codes.some(({ coupon }) => codes.includes(coupon))),
    )
    return keeping.filter(order => this.cancel(order) === 'ok').length > 0
  }

  protected place(user: number, lines: Line[], codes: readonly number[]): ModelOrder {
    const price = this.price(lines, codes)
    for (const coupon of codes) this.coupons[coupon]!.held += 1
    for (const { product, quantity } of lines) this.stock[product]!.held += quantity
    const order: ModelOrder = {
      ...{ user, lines, price, status: 'pending', fulfilment: 'unfulfilled', isCancelled: false, refunds: [] },
      page: price.total === 0 ? 'none' : 'open',
      codes: codes.map(coupon => ({ coupon, state: 'held', late: false })),
    }
    this.orders.push(order)
    return order
  }

  /** An already paid page redirects to success and takes no second payment. */
  pay(order: ModelOrder): Outcome {
    if (order.page === 'open') order.page = 'paid'
    return order.page === 'paid' ? 'ok' : 'refused'
  }

  settle(order: ModelOrder): void {
    if (order.status === 'paid') return
    // An order with a zero total has no late payment.
    if (order.page === 'paid' || (order.page === 'none' && order.status === 'pending')) this.markPaid(order)
    else if (order.status === 'pending' && order.page === 'expired') this.close(order, 'expired')
  }

  protected markPaid(order: ModelOrder): void {
    const isLate = order.status !== 'pending'
    order.status = 'paid'
    for (const use of order.codes) this.spend(order, use)
    for (const line of order.lines) {
      this.give(order.user, line.tier, line.entries * line.quantity)
      const shelf = this.stock[line.product]!
      if (!isLate) shelf.held -= line.quantity
      else if (!this.isFree(line.product, line.quantity)) line.backordered = line.quantity
      if (shelf.onHand !== null) shelf.onHand -= line.quantity - line.backordered
    }
  }

  protected spend(order: ModelOrder, use: CodeUse): void {
    const terms = this.plan.coupons[use.coupon]!
    const counts = this.coupons[use.coupon]!
    if (use.state === 'held') counts.held -= 1
    else {
      const own = this.usesOf(use.coupon, order.user)
      const isFull = terms.totalLimit !== null && counts.held + counts.used >= terms.totalLimit
      const isOwn = terms.personLimit !== null && own.held + own.used >= terms.personLimit
      use.late = isFull || isOwn || (terms.firstOrder && this.hasFirst(order.user))
    }
    counts.used += 1
    counts.late += Number(use.late)
    use.state = 'used'
  }

  /** The shop expires the order while the provider's page may still be open, so a payment can arrive late. */
  lapse(order: ModelOrder): void {
    if (order.status === 'pending') this.close(order, 'expired')
  }

  cancel(order: ModelOrder): Outcome {
    if (order.status === 'cancelled') return 'ok'
    // A paid order is marked as paid.
    if (order.page === 'paid' && order.status === 'pending') this.settle(order)
    if (order.status === 'paid') return 'order_moved'
    if (order.status !== 'pending' || order.page === 'expired') return 'order_closed'
    if (order.page === 'open') order.page = 'expired'
    this.close(order, 'cancelled')
    return 'ok'
  }
}

const cartOf = ({ lines }: ModelOrder) =>
  lines
    .map(({ product, quantity }) => `${product} ${quantity}`)
    .toSorted()
    .join()
