import { lazy, type ReactNode, Suspense } from 'react'
import { Checking } from '#features/identity/route-guard.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useTabParam } from '#ui/tab-param.ts'
import { Tabs } from '#ui/tabs.tsx'

const TABS = ['giveaways', 'products', 'winners'] as const

const AdminGiveawaysTab = lazy(async () => ({
  default: (await import('#features/giveaways/admin/admin-giveaways-tab.tsx')).AdminGiveawaysTab,
}))
const AdminProductsTab = lazy(async () => ({
  default: (await import('#features/catalog/admin/admin-products-tab.tsx')).AdminProductsTab,
}))
const AdminWinnersTab = lazy(async () => ({
  default: (await import('#features/giveaways/admin/admin-winners-tab.tsx')).AdminWinnersTab,
}))

/** The doors of the admin area; each is loaded when it is opened. */
export function AdminTabs() {
  const [tab, setTab] = useTabParam('tab', TABS)
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Staff">Admin</PageTitle>
      <Tabs
        label="Admin"
        value={tab}
        onChange={setTab}
        tabs={[
          panel('giveaways', 'Giveaways', <AdminGiveawaysTab />),
          panel('products', 'Products', <AdminProductsTab />),
          panel('winners', 'Winners', <AdminWinnersTab />),
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
