import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { CartDrawer } from '#features/cart/web/cart-drawer.tsx'
import { RecentSalesPopup } from '#features/insights/recent-purchases/recent-sales-popup.tsx'
import { SupportWidget } from '#features/support/widget/support-widget.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { Toasts } from '#ui/feedback/toasts.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { LapsedSession } from './account/lapsed-session.tsx'
import { useOwnChanges } from './account/own-changes.ts'
import { usePushReturn } from './account/user-push.ts'
import { useSettingsFollowed } from './follow-settings.ts'
import { Footer } from './footer.tsx'
import { BottomBar } from './header/bottom-bar.tsx'
import { Header } from './header/header.tsx'
import { SlimHeader } from './header/slim-header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useSavedCart } from './saved-cart.ts'

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
