import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useMatches, useRevalidator } from 'react-router'
import { CartDrawer } from '#features/cart/web/cart-drawer.tsx'
import { RecentSalesPopup } from '#features/insights/recent-purchases/recent-sales-popup.tsx'
import { SupportWidget } from '#features/support/widget/support-widget.tsx'
import { transport, useSession } from '#kernel/client/browser.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Toasts } from '#ui/feedback/toasts.tsx'
import { Lazy, lazyPart } from '#ui/lazy.tsx'
import { useOwnChanges } from './account/own-changes.ts'
import { usePushReturn } from './account/user-push.ts'
import { AnnouncementBar } from './announcement-bar.tsx'
import { useFittedCart } from './fitted-cart.ts'
import { Footer } from './footer.tsx'
import { BottomBar } from './header/bottom-bar.tsx'
import { Header, SlimHeader } from './header/header.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useSavedCart } from './saved-cart.ts'

type Handle = { bare?: boolean; workplace?: boolean; stage?: boolean }

/**
 * The frame of every page. A route with `export const handle = { bare: true }` has no navigation, because nothing should lead away from a
 * checkout. A route with `{ workplace: true }` is for staff work: shopper widgets do not float over it. A route with `{ stage: true }` fills
 * the screen of a stream: it has no header and no footer either.
 */
export function Shell({ children }: { children: ReactNode }) {
  const { isOpen } = useSettings()
  useOwnChanges()
  useSavedCart(isOpen)
  usePushReturn()
  useSettingsFollowed()
  useFocusKept()
  const handles = useMatches().map(match => match.handle as Handle | undefined)
  const isStage = handles.some(handle => handle?.stage)
  const isWorkplace = handles.some(handle => handle?.workplace)
  // Before the opening there is nothing to go to.
  const bare = isStage || handles.some(handle => handle?.bare) || !(isOpen || isWorkplace)
  useFittedCart(!bare)
  const isForShoppers = !bare && !isWorkplace && isOpen
  return (
    <>
      <SkipLink />
      {isForShoppers && <AnnouncementBar />}
      {bare ? !isStage && <SlimHeader hasAccount={!isOpen} /> : <Header hasSearch={isForShoppers} />}
      <OfflineBar bare={bare} />
      {/* The footer starts below the first screen, so late content cannot push it through the visible part. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
        {children}
      </main>
      {!isStage && <Footer slim={!isForShoppers} />}
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

const SIGN_IN_AGAIN = lazyPart(() => import('./account/sign-in-again.tsx'))

/** The message when a session ends while a page is open. */
function LapsedSession() {
  const session = useSession()
  const leftElsewhere = session.status === 'guest' && session.leftElsewhere
  useEffect(() => {
    if (leftElsewhere) toast.info('You signed out in another tab.')
  }, [leftElsewhere])
  if (session.status !== 'signed-in' || !session.lapsed) return null
  return <Lazy part={SIGN_IN_AGAIN} props={{ user: session.user }} />
}

/** After this time a page checks whether its settings are still current. */
const LOOK_AFTER_MS = 60_000

/**
 * Keeps the settings of an open page current: on navigation, or on return to the tab, it checks in the background whether the settings
 * changed, and then reloads the document's data. Nothing waits for the check.
 */
function useSettingsFollowed(): void {
  const { key } = useLocation()
  const { revalidate } = useRevalidator()
  const last = useRef({ at: Date.now(), answer: '' })
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible' || Date.now() - last.current.at < LOOK_AFTER_MS) return
    last.current.at = Date.now()
    // Without a network the page stays unchanged; the next check finds the change.
    const response = await transport('/api/settings').catch(() => undefined)
    if (!response?.ok) return
    const answer = await response.text()
    // The first response has nothing to compare with.
    if (answer === last.current.answer) return
    last.current.answer = answer
    await revalidate()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks with each page that is opened.
  useEffect(() => {
    void look()
  }, [key])
  useEffect(() => {
    const onVisible = () => void look()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}

/** After a change of page whose link is gone, the focus is on the new page, not lost: the next Tab goes to its first control. */
function useFocusKept(): void {
  const { key } = useLocation()
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs with each page.
  useEffect(() => {
    const isLost = !isFirst.current && document.activeElement === document.body
    isFirst.current = false
    if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
  }, [key])
}

/** The first stop of the Tab key: past the header, to `<main id="main">`. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="label sr-only z-60 rounded-sm bg-signal-fill text-on-signal focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
    >
      Skip to content
    </a>
  )
}
