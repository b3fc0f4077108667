import type { WorkItem } from '../contract.ts'
import type { WorkKind } from '../rules.ts'

type Place = {
  title: string
  /** The list with all records of the kind; a kind without one is done record by record. */
  list?: { to: string; label: string }
  /** Where one record is opened. */
  open: (item: WorkItem) => string
  /** The verb of the work, where the record's screen is the place to do it. Other kinds have a dialog. */
  verb?: string
}

const orderOf = ({ recordId }: WorkItem) =>
  recordId ? `?tab=orders&order=${recordId}` : '?tab=creditaudit&discrepancies=open'
const ticketOf =
  (tab: 'support' | 'inquiries') =>
  ({ id }: WorkItem) =>
    `?tab=${tab}&age=overdue&open=${id}`
const entriesOf = ({ recordId }: WorkItem) => `?tab=giveaways&giveaway=${recordId}&view=entries`
const winnerOf = ({ id }: WorkItem) => `?tab=winners&winner=${id}`

/** The heading of each kind of work, and the screens where it is done. */
export const WORK_PLACES: Record<WorkKind, Place> = {
  disputes: {
    title: 'Disputes to answer',
    list: { to: '?tab=orders&status=disputed', label: 'Open disputed orders' },
    verb: 'Answer',
    open: orderOf,
  },
  failed_refunds: {
    title: 'Failed refunds',
    list: { to: '?tab=orders&status=refund_failed', label: 'Open failed refunds' },
    open: orderOf,
  },
  held_orders: {
    title: 'Payments to decide on',
    list: { to: '?tab=orders&status=on_hold', label: 'Open orders on hold' },
    open: orderOf,
  },
  cancel_requests: {
    title: 'Orders that buyers asked to cancel',
    list: { to: '?tab=orders&status=cancel_asked', label: 'Open orders to cancel' },
    open: orderOf,
  },
  winner_tasks: {
    title: 'Tasks for winners',
    list: { to: '?tab=winners', label: 'Open winners' },
    open: winnerOf,
  },
  winner_answers: {
    title: 'Winners who must answer',
    list: { to: '?tab=winners&prize=notified', label: 'Open waiting winners' },
    open: winnerOf,
  },
  overdue_tickets: {
    title: 'Overdue tickets',
    list: { to: '?tab=support&age=overdue', label: 'Open overdue tickets' },
    verb: 'Answer',
    open: ticketOf('support'),
  },
  overdue_inquiries: {
    title: 'Overdue inquiries',
    list: { to: '?tab=inquiries&age=overdue', label: 'Open overdue inquiries' },
    verb: 'Answer',
    open: ticketOf('inquiries'),
  },
  discrepancies: {
    title: 'Discrepancies of payments',
    list: { to: '?tab=creditaudit&discrepancies=open', label: 'Open discrepancies' },
    verb: 'Resolve',
    open: orderOf,
  },
  legal_duties: {
    title: 'Legal duties after a draw',
    verb: 'See the duty',
    open: ({ recordId }) => `?tab=giveaways&giveaway=${recordId}&view=duties`,
  },
  draws: {
    title: 'Next draws',
    list: { to: '?tab=giveaways&status=closed', label: 'Open closed giveaways' },
    verb: 'See entries',
    open: entriesOf,
  },
  orders_to_pack: {
    title: 'Orders to pack',
    list: { to: '?tab=orders&status=to_pack&sort=oldest', label: 'Open orders to pack' },
    open: orderOf,
  },
  proposals: {
    title: 'Waiting for a second person',
    list: { to: '?tab=proposals', label: 'Open proposals' },
    verb: 'Decide',
    open: () => '?tab=proposals',
  },
  cards: { title: 'Cards to confirm', verb: 'Confirm', open: entriesOf },
  reviews: {
    title: 'Reviews to read',
    list: { to: '?tab=reviews', label: 'Open reviews' },
    verb: 'Decide',
    open: () => '?tab=reviews',
  },
  winner_stories: {
    title: 'Stories of winners to read',
    list: { to: '?tab=gallery', label: 'Open stories of winners' },
    verb: 'Decide',
    open: () => '?tab=gallery',
  },
  low_stock: {
    title: 'Low stock and sold out',
    list: { to: '?tab=products&stock=low', label: 'Open low stock' },
    open: ({ id }) => `?tab=products&stock=low&product=${id}`,
  },
}
