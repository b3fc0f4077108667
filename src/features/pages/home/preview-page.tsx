import { useQuery } from '@tanstack/react-query'
import type { MetaFunction } from 'react-router'
import { RequireUser } from '#features/identity/sign-in/web/require-user.tsx'
import { homeQuery } from '#features/storefront/admin/storefront-client.ts'
import { transport } from '#kernel/client/browser.ts'
import { useRight } from '#kernel/client/rights.ts'
import { shownSections } from '#kernel/storefront/home/home.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { HomeSections } from './home-sections.tsx'
import { loadLists } from './load-home.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Preview of the home page',
      description: 'The draft of the home page, for staff.',
      path: '/admin/home-preview',
      noindex: true,
    },
    matches,
  )

/** `/admin/home-preview`: the home page from its draft, for the frames of the editor. The document has none of it: the API gives it to staff. */
export default function HomePreviewPage() {
  return (
    <RequireUser>
      <ForStaff />
    </RequireUser>
  )
}

function ForStaff() {
  const isAllowed = useRight('pages.change')
  return isAllowed ? (
    <Draft />
  ) : (
    <div className="page-width py-16">
      <EmptyState icon="shield" title="You need the right to change pages to see this.">
        Ask an owner of the shop for it.
      </EmptyState>
    </div>
  )
}

function Draft() {
  const draft = useQuery({
    queryKey: ['home-preview'],
    queryFn: async () => {
      const [home, lists] = await Promise.all([homeQuery.queryFn(), loadLists(transport)])
      return { home, lists }
    },
  })
  return (
    <QueryBody query={draft} loading={<SkeletonText lines={12} />} failed="Failed to load the draft">
      {({ home, lists }) => <HomeSections home={shownSections(home.sections)} {...lists} />}
    </QueryBody>
  )
}
