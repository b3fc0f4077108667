import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Checking } from '#features/identity/route-guard.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useTabParam } from '#ui/tab-param.ts'
import { Tabs } from '#ui/tabs.tsx'

/** The first is the one that opens by itself. */
const TABS = ['giveaways', 'orders', 'products', 'codes', 'winners', 'creditaudit', 'revenue'] as const

const AdminOrdersTab = lazy(async () => ({
  default: (await import('#features/orders/admin/admin-orders-tab.tsx')).AdminOrdersTab,
}))
const AdminGiveawaysTab = lazy(async () => ({
  default: (await import('#features/giveaways/admin/admin-giveaways-tab.tsx')).AdminGiveawaysTab,
}))
const AdminProductsTab = lazy(async () => ({
  default: (await import('#features/catalog/admin/admin-products-tab.tsx')).AdminProductsTab,
}))
const AdminCodesTab = lazy(async () => ({
  default: (await import('#features/codes/admin/admin-codes-tab.tsx')).AdminCodesTab,
}))
const AdminWinnersTab = lazy(async () => ({
  default: (await import('#features/giveaways/admin/admin-winners-tab.tsx')).AdminWinnersTab,
}))
const AdminRevenueTab = lazy(async () => ({
  default: (await import('#features/revenue/admin/admin-revenue-tab.tsx')).AdminRevenueTab,
}))
const AdminCreditAuditTab = lazy(async () => ({
  default: (await import('#features/reconciliation/admin/admin-credit-audit-tab.tsx')).AdminCreditAuditTab,
}))

/** The doors of the admin area; each is loaded when it is opened. */
export function AdminTabs() {
  const [tab] = useTabParam('tab', TABS)
  const [, setParams] = useSearchParams()
  // A tab begins anew: what narrows one list down is nothing to another.
  const setTab = (next: (typeof TABS)[number]) => setParams({ tab: next }, { replace: true, preventScrollReset: true })
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Staff">Admin</PageTitle>
      <Tabs
        label="Admin"
        value={tab}
        onChange={setTab}
        tabs={[
          panel('orders', 'Orders', <AdminOrdersTab />),
          panel('giveaways', 'Giveaways', <AdminGiveawaysTab />),
          panel('products', 'Products', <AdminProductsTab />),
          panel('codes', 'Codes', <AdminCodesTab />),
          panel('winners', 'Winners', <AdminWinnersTab />),
          panel('creditaudit', 'Credit Audit', <AdminCreditAuditTab />),
          panel('revenue', 'Revenue', <AdminRevenueTab />),
        ]}
      />
    </div>
  )
}

/** A tab with its content. The hidden heading stands between the page's and those of the cards. */
const panel = (value: (typeof TABS)[number], label: string, content: ReactNode) => ({
  value,
  label,
  content: (
    <Suspense fallback={<Checking />}>
      <h2 className="sr-only">{label}</h2>
      {content}
    </Suspense>
  ),
})
