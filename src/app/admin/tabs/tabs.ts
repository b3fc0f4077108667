import type { ComponentType } from 'react'
import { hasRight, type Right, type Role } from '#kernel/rights.ts'

type AdminTab = {
  /** The tab's name in the URL. */
  name: string
  label: string
  /** The right that is required to read the tab. */
  right: Right
  /** Loads the screen at the first opening. */
  load: () => Promise<ComponentType>
  /** Opened only by its URL or the palette. */
  isHidden?: boolean
}

/** The tabs of the admin area in order; the first readable one is the default. */
export const TABS = [
  {
    name: 'overview',
    label: 'Overview',
    right: 'overview.read',
    load: async () => (await import('#features/overview/admin-overview-tab.tsx')).AdminOverviewTab,
  },
  {
    name: 'orders',
    label: 'Orders',
    right: 'orders.read',
    load: async () => (await import('./orders-tab.tsx')).OrdersTab,
  },
  {
    name: 'giveaways',
    label: 'Giveaways',
    right: 'giveaways.read',
    load: async () => (await import('./giveaways-tab.tsx')).GiveawaysTab,
  },
  {
    name: 'mail',
    label: 'Mail Desk',
    right: 'entries.confirm',
    load: async () => (await import('#features/free-entry/desk/admin/mail-desk-tab.tsx')).AdminMailDeskTab,
  },
  {
    name: 'products',
    label: 'Products',
    right: 'products.read',
    load: async () => (await import('#features/catalog/admin/list/admin-products-tab.tsx')).AdminProductsTab,
  },
  {
    name: 'codes',
    label: 'Codes',
    right: 'codes.read',
    load: async () => (await import('#features/codes/admin/admin-codes-tab.tsx')).AdminCodesTab,
  },
  { name: 'users', label: 'Users', right: 'people.read', load: async () => (await import('./users-tab.tsx')).UsersTab },
  {
    name: 'winners',
    label: 'Winners',
    right: 'winners.read',
    load: async () => (await import('#features/winners/admin/lists/admin-winners-tab.tsx')).AdminWinnersTab,
  },
  {
    name: 'proposals',
    label: 'Second Person',
    right: 'proposals.read',
    load: async () => (await import('#features/proposals/admin/proposals-tab.tsx')).ProposalsTab,
  },
  {
    name: 'creditaudit',
    label: 'Credit Audit',
    right: 'credits.read',
    load: async () => (await import('#features/reconciliation/admin/admin-credit-audit-tab.tsx')).AdminCreditAuditTab,
  },
  {
    name: 'support',
    label: 'Support Tickets',
    right: 'tickets.read',
    load: async () => (await import('#features/support/admin/admin-tickets-tab.tsx')).AdminTicketsTab,
  },
  {
    name: 'inquiries',
    label: 'General Inquiries',
    right: 'tickets.read',
    load: async () => (await import('#features/support/admin/admin-tickets-tab.tsx')).AdminInquiriesTab,
  },
  {
    name: 'reviews',
    label: 'Reviews',
    right: 'reviews.moderate',
    load: async () => (await import('#features/reviews/admin/admin-reviews-tab.tsx')).AdminReviewsTab,
  },
  {
    name: 'sms',
    label: 'SMS',
    right: 'sms.send',
    load: async () => (await import('#features/bulk-sms/admin/admin-sms-tab.tsx')).AdminSmsTab,
  },
  {
    name: 'pages',
    label: 'Pages',
    right: 'pages.change',
    load: async () => (await import('./pages-tab.tsx')).PagesTab,
  },
  {
    name: 'revenue',
    label: 'Revenue',
    right: 'revenue.read',
    load: async () => (await import('#features/revenue/admin/admin-revenue-tab.tsx')).AdminRevenueTab,
  },
  {
    name: 'gallery',
    label: 'Winners’ Gallery',
    right: 'reviews.moderate',
    isHidden: true,
    load: async () => (await import('#features/winners/gallery/admin/admin-gallery-tab.tsx')).AdminGalleryTab,
  },
  {
    name: 'costs',
    label: 'Costs',
    right: 'costs.read',
    isHidden: true,
    load: async () => (await import('#features/overview/costs/admin-costs-tab.tsx')).AdminCostsTab,
  },
  {
    name: 'operations',
    label: 'Operations',
    right: 'operations.read',
    isHidden: true,
    load: async () => (await import('#features/operations/admin-operations-tab.tsx')).AdminOperationsTab,
  },
  {
    name: 'shipping',
    label: 'Shipping',
    right: 'settings.read',
    isHidden: true,
    load: async () => (await import('#features/shipping/admin/admin-shipping-tab.tsx')).AdminShippingTab,
  },
  {
    name: 'records',
    label: 'Audit Log',
    right: 'records.read',
    load: async () => (await import('#features/audit-log/admin/audit-log-tab.tsx')).AuditLogTab,
  },
  {
    name: 'settings',
    label: 'Settings',
    right: 'settings.read',
    load: async () => (await import('#features/settings/admin/admin-settings-tab.tsx')).AdminSettingsTab,
  },
  {
    name: 'setup',
    label: 'Setup',
    right: 'settings.read',
    load: async () => (await import('#features/setup/admin-setup-tab.tsx')).AdminSetupTab,
  },
] as const satisfies readonly AdminTab[]

export type TabName = (typeof TABS)[number]['name']

export const mayRead = (role: Role | null | undefined) => TABS.filter(({ right }) => hasRight(role, right))
