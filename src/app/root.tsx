import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useContext, useEffect, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteError,
} from 'react-router'
import { isShippedMark } from '#kernel/brand/brand-picture.ts'
import { session } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'
import { Nonce } from '#kernel/client/nonce.ts'
import { clientOfRendering } from '#kernel/client/query-client.ts'
import { RETURNING_SCRIPT } from '#kernel/client/session/session.ts'
import { SettingsContext, ShippingZonesContext, useSettings, useSite } from '#kernel/client/site.ts'
import { TAB_STORAGE_SCRIPT } from '#kernel/client/storage/browser-storage.ts'
import { DEFAULT_ACCENT, DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { ANNOUNCEMENT_SCRIPT } from '#kernel/storefront/announcement.ts'
import { followZones } from '#kernel/values/clock/shop-clock.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { THEME_SCRIPT } from '#ui/theme/theme.ts'
import { LAID_OUT_SCRIPT, layOutRest } from './first-paint/lay-out-rest.ts'
import { TRUSTED_TYPES_SCRIPT } from './http/security/trusted-types.ts'
import { isPageBeforeOpening } from './pages/closed/closed-shop.ts'
import { SlimHeader } from './shell/header/header.tsx'
import { reloadAfterDeploy } from './shell/reload-after-deploy.ts'
import { Shell } from './shell/shell.tsx'
import stylesHref from './styles.css?url'

const FONTS = ['barlow-condensed-600', 'source-sans-3']

export const links: LinksFunction = () => [
  ...FONTS.map(name => ({
    rel: 'preload' as const,
    href: `/fonts/${name}.woff2`,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** Data that pages need about the shop: its URL for shared links, demo mode, and its public settings. */
export const loader = ({ context }: LoaderFunctionArgs) => context.get(siteContext)

/** Navigation between pages never reloads this data; a revalidation in place does, for example after a settings change. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href

const HEAD_SCRIPT = [
  ...[TRUSTED_TYPES_SCRIPT, TAB_STORAGE_SCRIPT, THEME_SCRIPT, RETURNING_SCRIPT, LAID_OUT_SCRIPT],
  ANNOUNCEMENT_SCRIPT,
].join(';')

/** React's own `lazy`: the server waits for it, and only a shop that is not open yet loads it. */
const OpeningSoon = lazy(() => import('#features/opening/web/opening-soon.tsx'))

/** False for a page that waits for the opening of a new shop. */
const useIsShown = (): boolean => {
  const { pathname } = useLocation()
  return useSite()?.settings.isOpen !== false || isPageBeforeOpening(pathname)
}

/** The document around the pages and around the error screen. */
export function Layout({ children }: { children: ReactNode }) {
  useEarlyPresses()
  const nonce = useContext(Nonce)
  const site = useSite()
  const { settings, pictures } = site ?? { settings: WITHOUT_DATA, pictures: '' }
  // Before a part of the page says a time. The server follows the zones before it renders.
  if (site && !import.meta.env.SSR) followZones(site.zones)
  return (
    // The head scripts set attributes before the first paint that the server's HTML does not have.
    <html lang="en" data-announcement={site?.announcement?.key} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#121311" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        {/* With a precedence, React places the style sheet before the preloaded modules: without it nothing is painted. */}
        <link rel="stylesheet" href={stylesHref} precedence="first" />
        {settings.brand.accent !== DEFAULT_ACCENT && <link rel="stylesheet" href="/brand.css" precedence="second" />}
        {useIsShown() && <Meta />}
        {settings.isOpen === false && <meta name="robots" content="noindex" />}
        <Links />
        <IconLinks mark={settings.brand.mark} pictures={pictures} />
      </head>
      <body>
        <SettingsContext value={settings}>
          <ShippingZonesContext value={site?.hasShippingZones ?? false}>{children}</ShippingZonesContext>
        </SettingsContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The icons of a tab, a bookmark and a phone's home screen. @param pictures their version */
const IconLinks = ({ mark, pictures }: { mark: string | null; pictures: string }) => (
  <>
    {isShippedMark(mark) ? (
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ) : (
      <link rel="icon" href={`/icons/icon-192.png${pictures}`} type="image/png" sizes="192x192" />
    )}
    <link rel="icon" href={`/favicon.ico${pictures}`} sizes="32x32" />
    <link rel="apple-touch-icon" href={`/icons/apple-touch-icon.png${pictures}`} />
  </>
)

/** The data did not load: the shop says no name, and nothing tells that it is closed. */
const WITHOUT_DATA = { ...DEFAULT_SETTINGS, isOpen: true }

export default function Root() {
  const [client] = useState(clientOfRendering)
  const isShown = useIsShown()
  useEffect(() => {
    const open = () => void session.open()
    open()
    window.addEventListener('online', open)
    const stop = reloadAfterDeploy()
    return () => {
      window.removeEventListener('online', open)
      stop()
    }
  }, [])
  return (
    <QueryClientProvider client={client}>
      <Shell>{isShown ? <Outlet /> : <Soon />}</Shell>
    </QueryClientProvider>
  )
}

const Soon = () => (
  <Suspense>
    <OpeningSoon />
  </Suspense>
)

export function ErrorBoundary() {
  const error = useRouteError()
  // A page that was opened before asks for what the shop does not show yet.
  if (error instanceof ApiError && error.code === 'shop_not_open') return <Soon />
  return <ErrorScreen error={error} />
}

/** Shown instead of a page that failed. Errors from the router and errors in a page have different titles. */
function ErrorScreen({ error }: { error: unknown }) {
  const { name } = useSettings().brand
  const title = isRouteErrorResponse(error) ? 'Unexpected Application Error!' : 'Something went wrong'
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{titleOf(title, name)}</title>
      <SlimHeader />
      <main className="page-width flex flex-1 flex-col items-start justify-center py-16">
        <Icon name="warning" size={32} className="text-signal" />
        <div role="alert">
          <h1 className="mt-4 text-4xl">{title}</h1>
          <p className="mt-3 max-w-prose text-lg text-muted">
            {error instanceof ApiError
              ? error.message
              : 'The page could not be shown. Your cart and your account are safe.'}
          </p>
        </div>
        <Button size="lg" className="mt-8" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      </main>
    </div>
  )
}

declare global {
  interface Window {
    /** Set by the page's first script (late-scripts.server.ts): buttons that were pressed before the page worked. */
    earlyPresses?: () => Set<HTMLButtonElement>
    /** Keeps such presses from React while it hydrates. */
    holdPresses?: () => void
  }
}

/** Repeats the presses that came before the page worked: on its second rendering, when forms have adopted the early input. */
function useEarlyPresses(): void {
  const [works, setWorks] = useState(false)
  useEffect(() => {
    if (!works) return setWorks(true)
    const pressed = window.earlyPresses?.() ?? []
    delete window.earlyPresses
    for (const button of pressed) if (button.isConnected) button.click()
    layOutRest()
  }, [works])
}
