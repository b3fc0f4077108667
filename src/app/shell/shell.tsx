import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { CartDrawer } from '#features/cart/cart-drawer.tsx'
import { RecentSalesPopup } from '#features/insights/recent-sales-popup.tsx'
import { SupportWidget } from '#features/support/support-widget.tsx'
import { Boundary } from '#ui/boundary.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { Toasts } from '#ui/toasts.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { useSettingsFollowed } from './follow-settings.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LapsedSession } from './lapsed-session.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useOwnChanges } from './own-changes.ts'
import { usePushReturn } from './person-push.ts'
import { useSavedCart } from './saved-cart.ts'
import { SlimHeader } from './slim-header.tsx'

/**
 * The frame of every page. A route with `export const handle = { bare: true }` has no navigation, because nothing should lead away from a
 * checkout. A route with `{ workplace: true }` is for staff work: shopper widgets do not float over it.
 */
export function Shell({ children }: { children: ReactNode }) {
  useOwnChanges()
  useSavedCart()
  usePushReturn()
  useSettingsFollowed()
  const handles = useMatches().map(match => match.handle as { bare?: boolean; workplace?: boolean } | undefined)
  const bare = handles.some(handle => handle?.bare)
  const isForShoppers = !bare && !handles.some(handle => handle?.workplace)
  return (
    <>
      <SkipLink />
      {bare ? <SlimHeader /> : <Header />}
      <OfflineBar bare={bare} />
      {/* The footer starts below the first screen, so late content cannot push it through the visible part. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
        {children}
      </main>
      <Footer slim={!isForShoppers} />
      {!bare && <BottomBar />}
      {isForShoppers && (
        <>
          <Boundary>
            <RecentSalesPopup frequency="minimal" />
          </Boundary>
          <Boundary>
            <SupportWidget />
          </Boundary>
        </>
      )}
      <CartDrawer />
      <Boundary>
        <LapsedSession />
      </Boundary>
      <Toasts />
    </>
  )
}
