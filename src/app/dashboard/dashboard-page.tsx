import { useState } from 'react'
import { type MetaFunction, useLocation, useSearchParams } from 'react-router'
import { Checking } from '#features/identity/sign-in/web/require-user.tsx'
import { LegalNews } from '#features/legal/legal-news.tsx'
import { useSession } from '#kernel/client/browser.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { useTabParam } from '#ui/layout/tab-param.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { lazy } from '#ui/lazy.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useAfter } from '#ui/use-after.ts'
import { OverviewTab } from './overview-tab.tsx'
import { TABS } from './tabs.ts'

const ProfilePanel = lazy(async () => (await import('./profile-panel.tsx')).ProfilePanel, <Checking />)
const PurchasesTab = lazy(
  async () => (await import('#features/orders/history/web/purchases-tab.tsx')).PurchasesTab,
  <Checking />,
)
const WishListTab = lazy(
  async () => (await import('#features/catalog/wish-list/wish-list-tab.tsx')).WishListTab,
  <Checking />,
)
const MyGiveawaysTab = lazy(
  async () => (await import('#features/giveaways/entries/web/my-giveaways-tab.tsx')).MyGiveawaysTab,
  <Checking />,
)
const WonCards = lazy(async () => (await import('#features/winners/prize/won-cards.tsx')).WonCards, <Checking />)
const SubscriptionReturn = lazy(
  async () => (await import('#features/membership/subscriptions/web/subscription-return.tsx')).SubscriptionReturn,
)
const NotificationSettings = lazy(
  async () => (await import('#features/notifications/settings/notification-settings.tsx')).NotificationSettings,
  <Checking />,
)
const SubscriptionPanel = lazy(async () => (await import('./subscription-panel.tsx')).SubscriptionPanel, <Checking />)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Dashboard',
      description: 'Your credits, purchases and entries.',
      path: '/dashboard',
      noindex: true,
    },
    matches,
  )

/** `/dashboard`: everything of the signed-in user; a guest is asked to sign in. */
export default function DashboardPage() {
  const { status, user } = useSession()
  if (status === 'unchecked') return <Checking />
  return <div className="page-width pb-20">{user ? <Dashboard user={user} /> : <SignInPrompt />}</div>
}

/** Links of e-mails name a tab, so the sign-in leads back to it. */
function SignInPrompt() {
  const { pathname, search } = useLocation()
  const back = search && `?next=${encodeURIComponent(pathname + search)}`
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <EmptyState
        icon="user"
        title="You need to be signed in to view your dashboard."
        action={<ButtonLink to={`/login${back}`}>Sign In</ButtonLink>}
      >
        <p>
          No account yet?{' '}
          <Link to={`/register${back}`} className="text-signal underline underline-offset-3">
            Sign Up
          </Link>
        </p>
      </EmptyState>
    </>
  )
}

function Dashboard({ user }: { user: SessionUser }) {
  const [tab, setTab] = useTabParam('tab', TABS)
  const isBackFromPayment = useSearchParams()[0].has('status')
  return (
    <>
      <PageTitle eyebrow={user.isSubscriber ? 'Premium member' : 'Standard member'}>{user.name}</PageTitle>
      <VerifiedBanner />
      <LegalNews />
      {/* The content below waits for these cards, because a late card would push the content down. */}
      <WonCards>
        {isBackFromPayment && <SubscriptionReturn />}
        <Tabs
          label="Dashboard"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'overview', label: 'Overview', content: <OverviewTab user={user} /> },
            { value: 'profile', label: 'Profile', content: <ProfilePanel /> },
            { value: 'purchases', label: 'Purchase History', content: <PurchasesTab /> },
            { value: 'wishlist', label: 'Wish List', content: <WishListTab /> },
            { value: 'giveaways', label: 'My Giveaways', content: <MyGiveawaysTab /> },
            { value: 'subscription', label: 'Subscription', content: <SubscriptionPanel /> },
            { value: 'notifications', label: 'Notifications', content: <NotificationSettings /> },
          ]}
        />
      </WonCards>
    </>
  )
}

/** The verification banner is shown for 5 seconds. */
const SHOWN_MS = 5000

/** Shown after the return from an age verification (`?verification=complete`). */
function VerifiedBanner() {
  const [params] = useSearchParams()
  const [over, setOver] = useState(false)
  const complete = params.get('verification') === 'complete'
  useAfter(complete ? SHOWN_MS : null, () => setOver(true))
  if (!complete || over) return null
  return (
    <div className="mb-6">
      <Notice kind="success" title="Age verification complete" live>
        Thank you. You can shop and enter giveaways.
      </Notice>
    </div>
  )
}
