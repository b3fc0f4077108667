/**
 * The stored value of the state `on_hold`: a payment that disagrees with its order is held for checking. The last release reads and writes
 * this value, so the name above it is this constant; SQL has the value (docs/decisions/0023-orders-after-payment.md).
 */
export const ON_HOLD = 'review'
/** The name of that state in answers, filters and links. */
export const SHOWN_ON_HOLD = 'on_hold'

export type Shown<T extends string> = T extends typeof ON_HOLD ? typeof SHOWN_ON_HOLD : T
/** A stored state or kind of event by its name in the API. */
export const shownState = <T extends string>(state: T) => (state === ON_HOLD ? SHOWN_ON_HOLD : state) as Shown<T>
/** The stored value of a state that the API names. */
export const storedState = (state: string): string => (state === SHOWN_ON_HOLD ? ON_HOLD : state)

/** The stored status of a payment (README.md, "States of an order"). */
export const PAYMENT_STATUSES = ['pending', 'paid', 'expired', 'cancelled', 'failed', ON_HOLD] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Progress of a paid order's goods. A membership sends nothing and stays unfulfilled. */
export const FULFILMENTS = ['unfulfilled', 'packed', 'shipped', 'delivered'] as const
export type Fulfilment = (typeof FULFILMENTS)[number]

/**
 * The overall status of an order: fulfilment or outcome for a paid order, otherwise the payment status. The database computes it
 * (`customer_order.standing`), so that every list can filter by it.
 */
export const ORDER_STATUSES = [
  'pending',
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'expired',
  'failed',
  ON_HOLD,
] as const
export type OrderStanding = (typeof ORDER_STATUSES)[number]

/** open: the payment is disputed at the bank, and the order is blocked. lost: the bank took the payment back. */
export const DISPUTE_BLOCKS = ['open', 'lost'] as const
export type DisputeBlock = (typeof DISPUTE_BLOCKS)[number]

/** Kinds of the time line's events. */
export const ORDER_EVENTS = [
  ...['placed', 'paid', 'expired', 'cancelled', 'failed', ON_HOLD, 'backordered'],
  ...['packed', 'unpacked', 'shipped', 'tracking', 'delivered', 'refunded', 'refund_failed', 'note'],
  ...['disputed', 'dispute_answered', 'dispute_won', 'dispute_lost', 'address'],
] as const
export type OrderEvent = (typeof ORDER_EVENTS)[number]

/** The columns of `customer_order` that are its state: `standing` and the block follow from them. `moveOrder` alone writes them. */
export const STATE_COLUMNS = [
  ...['status', 'paid_at', 'fulfilment', 'cancelled_at', 'refunded_cents', 'dispute_hold', 'refunds_blocked'],
  'cancel_asked_at',
] as const
type StateColumn = (typeof STATE_COLUMNS)[number]

/**
 * Conditions of a move beside the state that it starts from. `order-guards.server.ts` says each in SQL.
 * never_paid: `cancelled` is also the state of an order that was paid. has_page: a closed order with a total of 0 stays closed, because no
 * shopper paid it. payment_kept: the payment on hold does not go back. has_rest: something is left to refund. asked: the buyer's request to
 * cancel waits for staff.
 */
export const ORDER_GUARDS = [
  ...['never_paid', 'was_paid', 'has_page', 'payment_kept', 'of_goods', 'has_goods', 'has_address', 'has_rest'],
  ...['not_disputed', 'refunds_open', 'asked', 'not_asked'],
] as const
export type OrderGuard = (typeof ORDER_GUARDS)[number]

/** provider: a payment or a refund there, as its webhook, the return page or the reconciler reads it. bank: a dispute. shop: a job. */
type Mover = 'shopper' | 'staff' | 'provider' | 'bank' | 'shop'
/** now: the moment of the move. none: null. given: the caller's value. plus, less: the caller's cents. */
type Written = PaymentStatus | Fulfilment | 'now' | 'none' | 'given' | 'plus' | 'less'
type Step = { from: readonly OrderStanding[]; to: OrderStanding | 'same' }

type Transition = {
  steps: readonly Step[]
  who: readonly Mover[]
  guards?: readonly OrderGuard[]
  /** Null: the caller adds an event of its own, or none. */
  event: OrderEvent | null
  /** True when the event names no actor and the audit log does not have it: the shop itself acts on what it reads. */
  isOfShop?: true
  writes?: Partial<Record<StateColumn, Written>>
}

const step = (from: readonly OrderStanding[], to: Step['to']): Step => ({ from, to })
const CLOSED = ['expired', 'cancelled', 'failed'] as const
const UNSENT = ['paid', 'packed'] as const
const GOODS = ['paid', 'packed', 'shipped', 'delivered'] as const
const PAID = [...GOODS, 'cancelled', 'refunded'] as const
/** The last cent changes the state. */
const REFUND = [step(PAID, 'same'), step(GOODS, 'refunded')]

/**
 * All transitions of an order. `moveOrder` makes its guard from this table, staff's buttons follow from it, and the README shows it. A row without `writes` changes other columns, in these states alone.
 */
export const TRANSITIONS = {
  pay: {
    steps: [step(['pending', ...CLOSED], 'paid')],
    who: ['provider'],
    guards: ['never_paid', 'has_page', 'payment_kept'],
    event: 'paid',
    isOfShop: true,
    writes: { status: 'paid', paid_at: 'now' },
  },
  put_on_hold: {
    steps: [step(['pending', ...CLOSED], ON_HOLD)],
    who: ['provider'],
    guards: ['never_paid', 'payment_kept'],
    event: ON_HOLD,
    isOfShop: true,
    writes: { status: ON_HOLD },
  },
  expire: {
    steps: [step(['pending'], 'expired')],
    who: ['shop'],
    event: 'expired',
    isOfShop: true,
    writes: { status: 'expired' },
  },
  fail: {
    steps: [step(['pending'], 'failed')],
    who: ['shop'],
    event: 'failed',
    isOfShop: true,
    writes: { status: 'failed' },
  },
  cancel_unpaid: {
    steps: [step(['pending'], 'cancelled')],
    who: ['shopper', 'staff'],
    event: 'cancelled',
    isOfShop: true,
    writes: { status: 'cancelled' },
  },
  accept: {
    steps: [step([ON_HOLD], 'paid')],
    who: ['staff'],
    guards: ['payment_kept', 'not_disputed'],
    event: 'paid',
    isOfShop: true,
    writes: { status: 'paid', paid_at: 'now' },
  },
  decide_to_pay_back: { steps: [step([ON_HOLD], 'same')], who: ['staff'], guards: ['not_disputed'], event: null },
  cancel_on_hold: {
    steps: [step([ON_HOLD], 'cancelled')],
    who: ['staff', 'bank'],
    event: 'cancelled',
    writes: { status: 'cancelled' },
  },
  pack: {
    steps: [step(['paid'], 'packed')],
    who: ['staff'],
    guards: ['has_goods', 'not_disputed', 'not_asked'],
    event: 'packed',
    writes: { fulfilment: 'packed' },
  },
  unpack: {
    steps: [step(['packed'], 'paid')],
    who: ['staff'],
    event: 'unpacked',
    writes: { fulfilment: 'unfulfilled' },
  },
  ship: {
    steps: [step(UNSENT, 'shipped')],
    who: ['staff'],
    guards: ['has_goods', 'not_disputed', 'has_address', 'not_asked'],
    event: 'shipped',
    writes: { fulfilment: 'shipped' },
  },
  correct_tracking: { steps: [step(['shipped', 'delivered'], 'same')], who: ['staff'], event: 'tracking' },
  deliver: {
    steps: [step(['shipped'], 'delivered')],
    who: ['staff'],
    event: 'delivered',
    writes: { fulfilment: 'delivered' },
  },
  // A packed parcel has its label: its buyer can only give the address that it lacks.
  address: {
    steps: [step(UNSENT, 'same')],
    who: ['staff', 'shopper', 'shop'],
    guards: ['has_goods'],
    event: 'address',
  },
  correct_own_address: { steps: [step(['paid'], 'same')], who: ['shopper'], guards: ['has_goods'], event: 'address' },
  cancel_paid: {
    steps: [step(UNSENT, 'cancelled')],
    who: ['staff'],
    guards: ['has_goods', 'refunds_open'],
    event: 'cancelled',
    writes: { cancelled_at: 'now' },
  },
  // A packed parcel is staff's to take apart.
  cancel_own: {
    steps: [step(['paid'], 'cancelled')],
    who: ['shopper'],
    guards: ['has_goods', 'not_disputed', 'refunds_open', 'not_asked'],
    event: 'cancelled',
    writes: { cancelled_at: 'now' },
  },
  ask_to_cancel: {
    steps: [step(['paid'], 'same')],
    who: ['shopper'],
    guards: ['has_goods', 'not_disputed', 'refunds_open', 'not_asked'],
    event: null,
    writes: { cancel_asked_at: 'now' },
  },
  keep: {
    steps: [step(UNSENT, 'same')],
    who: ['staff'],
    guards: ['asked'],
    event: null,
    writes: { cancel_asked_at: 'none' },
  },
  take_back: {
    steps: [step(UNSENT, 'cancelled')],
    who: ['bank'],
    guards: ['of_goods'],
    event: 'cancelled',
    writes: { cancelled_at: 'now' },
  },
  refund: {
    steps: REFUND,
    who: ['staff', 'shop'],
    guards: ['was_paid', 'refunds_open', 'has_rest'],
    event: 'refunded',
    writes: { refunded_cents: 'plus' },
  },
  refund_tax: {
    steps: REFUND,
    who: ['staff', 'shopper', 'shop'],
    guards: ['was_paid'],
    event: 'refunded',
    writes: { refunded_cents: 'plus' },
  },
  adopt_refund: {
    steps: REFUND,
    who: ['provider'],
    guards: ['was_paid'],
    event: 'refunded',
    writes: { refunded_cents: 'plus' },
  },
  // Unanswered refunds make room for one of the provider, or go when the bank takes the payment back.
  reduce_refunds: {
    steps: [step(PAID, 'same'), ...GOODS.map(to => step(['refunded'], to))],
    who: ['provider', 'bank'],
    guards: ['was_paid'],
    event: null,
    writes: { refunded_cents: 'less' },
  },
  block_for_dispute: {
    steps: [step(ORDER_STATUSES, 'same')],
    who: ['bank'],
    event: null,
    writes: { dispute_hold: 'given', refunds_blocked: 'given' },
  },
} as const satisfies Record<string, Transition>

export type OrderMove = keyof typeof TRANSITIONS
export const ORDER_MOVES = Object.keys(TRANSITIONS) as OrderMove[]
/** A row of the table. */
export const transitionOf = (move: OrderMove): Transition => TRANSITIONS[move]

/** The states that a move starts from. */
export const startsOf = (move: OrderMove): OrderStanding[] => [
  ...new Set(transitionOf(move).steps.flatMap(({ from }) => from)),
]

/** True when the table has this step. */
export const isStep = (move: OrderMove, from: OrderStanding, to: OrderStanding): boolean =>
  transitionOf(move).steps.some(one => one.from.includes(from) && (one.to === 'same' ? from : one.to) === to)
