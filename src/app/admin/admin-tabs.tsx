import { type ComponentType, lazy, Suspense } from 'react'
import { Checking } from '#features/identity/route-guard.tsx'
import { useRight } from '#platform/client/rights.ts'
import { Boundary } from '#ui/boundary.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import type { TabName } from './tabs.ts'

/** The screen of each tab, loaded when it is opened. */
const SCREENS: Partial<Record<TabName, ComponentType>> = {
  overview: lazy(async () => ({
    default: (await import('#features/overview/admin-overview-tab.tsx')).AdminOverviewTab,
  })),
  orders: lazy(async () => ({
    default: (await import('#features/orders/admin/admin-orders-tab.tsx')).AdminOrdersTab,
  })),
  giveaways: lazy(async () => ({
    default: (await import('#features/giveaways/admin/admin-giveaways-tab.tsx')).AdminGiveawaysTab,
  })),
  products: lazy(async () => ({
    default: (await import('#features/catalog/admin/admin-products-tab.tsx')).AdminProductsTab,
  })),
  codes: lazy(async () => ({
    default: (await import('#features/codes/admin/admin-codes-tab.tsx')).AdminCodesTab,
  })),
  users: lazy(async () => {
    // SMS to many are a later feature than people, and are handed in.
    const [{ AdminUsersTab }, { SendSmsDialog }] = await Promise.all([
      import('#features/people/admin-users-tab.tsx'),
      import('#features/bulk-sms/send-sms-dialog.tsx'),
    ])
    return {
      default: function UsersTab() {
        return useRight('sms.send') ? <AdminUsersTab Sms={SendSmsDialog} /> : <AdminUsersTab />
      },
    }
  }),
  winners: lazy(async () => ({
    default: (await import('#features/winners/admin/admin-winners-tab.tsx')).AdminWinnersTab,
  })),
  creditaudit: lazy(async () => ({
    default: (await import('#features/reconciliation/admin/admin-credit-audit-tab.tsx')).AdminCreditAuditTab,
  })),
  support: lazy(async () => ({
    default: (await import('#features/support/admin/admin-tickets-tab.tsx')).AdminTicketsTab,
  })),
  inquiries: lazy(async () => ({
    default: (await import('#features/support/admin/admin-tickets-tab.tsx')).AdminInquiriesTab,
  })),
  sms: lazy(async () => ({
    default: (await import('#features/bulk-sms/admin-sms-tab.tsx')).AdminSmsTab,
  })),
  revenue: lazy(async () => ({
    default: (await import('#features/revenue/admin/admin-revenue-tab.tsx')).AdminRevenueTab,
  })),
  costs: lazy(async () => ({
    default: (await import('#features/overview/costs/admin-costs-tab.tsx')).AdminCostsTab,
  })),
  records: lazy(async () => ({
    default: (await import('#features/changes/admin-records-tab.tsx')).AdminRecordsTab,
  })),
  settings: lazy(async () => ({
    default: (await import('#features/settings/admin-settings-tab.tsx')).AdminSettingsTab,
  })),
  setup: lazy(async () => ({
    default: (await import('#features/setup/admin-setup-tab.tsx')).AdminSetupTab,
  })),
}

/** Whether there is something to open. */
export const isBuilt = (name: TabName) => name in SCREENS

/** What is in a tab. The hidden heading stands between the page's and those of the cards. */
export function TabScreen({ name, label }: { name: TabName; label: string }) {
  const Screen = SCREENS[name]
  if (!Screen) return null
  return (
    <Boundary key={name} fallback={<FailedState onRetry={() => location.reload()} />}>
      <Suspense fallback={<Checking />}>
        <h2 className="sr-only">{label}</h2>
        <Screen />
      </Suspense>
    </Boundary>
  )
}
