import { OwnPagesTab } from '#features/own-pages/admin/own-pages-tab.tsx'
import { useTabParam } from '#ui/layout/tab-param.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { lazy } from '#ui/lazy.tsx'

const HomePart = lazy(async () => (await import('#features/storefront/admin/home/home-part.tsx')).HomePart)
const MenusPart = lazy(async () => (await import('#features/storefront/admin/menus/menus-part.tsx')).MenusPart)
const AnnouncementsPart = lazy(
  async () => (await import('#features/storefront/admin/announcements/announcements-part.tsx')).AnnouncementsPart,
)
const LegalPart = lazy(async () => (await import('#features/legal-texts/admin/legal-part.tsx')).LegalPart)

/** `/admin?tab=pages`: what staff write for visitors. */
export function PagesTab() {
  const [part, setPart] = useTabParam('part', ['pages', 'home', 'menus', 'announcements', 'legal'])
  return (
    <Tabs
      label="Parts"
      value={part}
      onChange={setPart}
      tabs={[
        { value: 'pages', label: 'Pages', content: <OwnPagesTab /> },
        { value: 'home', label: 'Home', content: <HomePart /> },
        { value: 'menus', label: 'Menus', content: <MenusPart /> },
        { value: 'announcements', label: 'Announcements', content: <AnnouncementsPart /> },
        { value: 'legal', label: 'Legal', content: <LegalPart /> },
      ]}
    />
  )
}
