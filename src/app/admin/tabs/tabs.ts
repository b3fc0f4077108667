import { hasRight, type Right, type Role } from '#kernel/rights.ts'

export type AdminTab = {
  /** The tab's name in the URL. */
  name: string
  label: string
  /** The right that is required to read the tab. */
  right: Right
  /** Opened only by its URL or the palette. */
  isHidden?: boolean
}

/** The tabs of the admin area in order; the first readable one is the default. */
export const TABS = [
  { name: 'overview', label: 'Overview', right: 'overview.read' },
  { name: 'orders', label: 'Orders', right: 'orders.read' },
  { name: 'giveaways', label: 'Giveaways', right: 'giveaways.read' },
  { name: 'products', label: 'Products', right: 'products.read' },
  { name: 'codes', label: 'Codes', right: 'codes.read' },
  { name: 'users', label: 'Users', right: 'people.read' },
  { name: 'winners', label: 'Winners', right: 'winners.read' },
  { name: 'creditaudit', label: 'Credit Audit', right: 'credits.read' },
  { name: 'support', label: 'Support Tickets', right: 'tickets.read' },
  { name: 'inquiries', label: 'General Inquiries', right: 'tickets.read' },
  { name: 'sms', label: 'SMS', right: 'sms.send' },
  { name: 'revenue', label: 'Revenue', right: 'revenue.read' },
  { name: 'costs', label: 'Costs', right: 'costs.read', isHidden: true },
  { name: 'records', label: 'Audit Log', right: 'records.read' },
  { name: 'settings', label: 'Settings', right: 'settings.read' },
  { name: 'setup', label: 'Setup', right: 'settings.read' },
] as const satisfies readonly AdminTab[]

export type TabName = (typeof TABS)[number]['name']

export const mayRead = (role: Role | null | undefined) => TABS.filter(({ right }) => hasRight(role, right))
