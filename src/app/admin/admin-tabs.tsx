import { lazy, Suspense } from 'react'
import { Checking } from '#features/identity/route-guard.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useTabParam } from '#ui/tab-param.ts'
import { Tabs } from '#ui/tabs.tsx'

const AdminProductsTab = lazy(async () => ({
  default: (await import('#features/catalog/admin/admin-products-tab.tsx')).AdminProductsTab,
}))

/** The doors of the admin area; each is loaded when it is opened. */
const TABS = [{ value: 'products', label: 'Products', Content: AdminProductsTab }] as const

const VALUES = TABS.map(tab => tab.value) as ['products']

/** The admin area of a signed-in admin. */
export function AdminTabs() {
  const [tab, setTab] = useTabParam('tab', VALUES)
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Staff">Admin</PageTitle>
      <Tabs
        label="Admin"
        value={tab}
        onChange={setTab}
        tabs={TABS.map(({ value, label, Content }) => ({
          value,
          label,
          content: (
            <Suspense fallback={<Checking />}>
              <Content />
            </Suspense>
          ),
        }))}
      />
    </div>
  )
}
