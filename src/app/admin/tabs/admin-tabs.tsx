import type { ComponentType } from 'react'
import { Checking } from '#features/identity/sign-in/web/route-guard.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { TabName } from './tabs.ts'

const tab = (load: () => Promise<ComponentType>) => lazy(load, <Checking />)

/** The screen of each tab, loaded on first opening. */
const SCREENS: Partial<Record<TabName, ComponentType>> = {
  overview: tab(async () => (await import('#features/overview/admin-overview-tab.tsx')).AdminOverviewTab),
  orders: tab(async () => (await import('./orders-tab.tsx')).OrdersTab),
  giveaways: tab(
    async () => (await import('#features/giveaways/lifecycle/admin/admin-giveaways-tab.tsx')).AdminGiveawaysTab,
  ),
  products: tab(async () => (await import('#features/catalog/admin/list/admin-products-tab.tsx')).AdminProductsTab),
  codes: tab(async () => (await import('#features/codes/admin/admin-codes-tab.tsx')).AdminCodesTab),
  users: tab(async () => (await import('./users-tab.tsx')).UsersTab),
  winners: tab(async () => (await import('#features/winners/admin/lists/admin-winners-tab.tsx')).AdminWinnersTab),
  creditaudit: tab(
    async () => (await import('#features/reconciliation/admin/admin-credit-audit-tab.tsx')).AdminCreditAuditTab,
  ),
  support: tab(async () => (await import('#features/support/admin/admin-tickets-tab.tsx')).AdminTicketsTab),
  inquiries: tab(async () => (await import('#features/support/admin/admin-tickets-tab.tsx')).AdminInquiriesTab),
  sms: tab(async () => (await import('#features/bulk-sms/admin/admin-sms-tab.tsx')).AdminSmsTab),
  revenue: tab(async () => (await import('#features/revenue/admin/admin-revenue-tab.tsx')).AdminRevenueTab),
  costs: tab(async () => (await import('#features/overview/costs/admin-costs-tab.tsx')).AdminCostsTab),
  records: tab(async () => (await import('#features/audit-log/admin/audit-log-tab.tsx')).AuditLogTab),
  settings: tab(async () => (await import('#features/settings/admin/admin-settings-tab.tsx')).AdminSettingsTab),
  setup: tab(async () => (await import('#features/setup/admin-setup-tab.tsx')).AdminSetupTab),
}

/** True when the tab has a screen. */
export const isBuilt = (name: TabName) => name in SCREENS

/** The content of a tab. The hidden heading fills the level between the page's heading and those of the cards. */
export function TabScreen({ name, label }: { name: TabName; label: string }) {
  const Screen = SCREENS[name]
  if (!Screen) return null
  return (
    <Boundary key={name} fallback={<FailedState onRetry={() => location.reload()} />}>
      <h2 className="sr-only">{label}</h2>
      <Screen />
    </Boundary>
  )
}
