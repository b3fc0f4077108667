import type { Right } from './rights.ts'

/** What an audit log entry can link to. A row shows data of its subject, so reading it needs the right to read the subject. */
export const SUBJECTS = {
  person: { label: 'User', right: 'people.read' },
  order: { label: 'Order', right: 'orders.read' },
  product: { label: 'Product', right: 'products.read' },
  giveaway: { label: 'Giveaway', right: 'giveaways.read' },
  entry: { label: 'Entry', right: 'entries.read' },
  card: { label: 'Card', right: 'entries.read' },
  winner: { label: 'Winner', right: 'winners.read' },
  coupon: { label: 'Code', right: 'codes.read' },
  ticket: { label: 'Ticket', right: 'tickets.read' },
  review: { label: 'Review', right: 'reviews.moderate' },
  'canned-reply': { label: 'Canned reply', right: 'tickets.read' },
  'tax-year': { label: 'Tax year', right: 'winners.tax' },
  'sms-campaign': { label: 'SMS campaign', right: 'sms.send' },
  page: { label: 'Page', right: 'pages.change' },
  'legal-text': { label: 'Legal text', right: 'pages.change' },
  announcement: { label: 'Announcement', right: 'pages.change' },
  home: { label: 'Home', right: 'pages.change' },
  menus: { label: 'Menus', right: 'pages.change' },
  settings: { label: 'Settings', right: 'settings.read' },
  'shipping-zone': { label: 'Shipping zone', right: 'settings.read' },
  discrepancy: { label: 'Discrepancy', right: 'payments.reconcile' },
  job: { label: 'Job', right: 'operations.read' },
  message: { label: 'Message', right: 'operations.read' },
  route: { label: 'Refused call', right: 'records.read' },
} as const satisfies Record<string, { label: string; right: Right }>

export type SubjectType = keyof typeof SUBJECTS
