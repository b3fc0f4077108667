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
  const panel = (content: ReactNode) => <Suspense fallback={<Checking />}>{content}</Suspense>
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Staff">Admin</PageTitle>
      <Tabs
        label="Admin"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'giveaways', label: 'Giveaways', content: panel(<AdminGiveawaysTab />) },
          { value: 'products', label: 'Products', content: panel(<AdminProductsTab />) },
          { value: 'winners', label: 'Winners', content: panel(<AdminWinnersTab />) },
        ]}
      />
    </div>
  )
}
