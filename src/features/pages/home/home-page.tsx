import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { apiFetchOf, transport, useUser } from '#kernel/client/browser.ts'
import { picturesIn, settingsIn } from '#kernel/client/site.ts'
import { DEFAULT_HOME } from '#kernel/storefront/home/home.ts'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { sayMissed } from '../redirect-home.ts'
import { HomeSections } from './home-sections.tsx'
import { loadFeatured, loadHome } from './load-home.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(apiFetchOf(context))
export const clientLoader = (_: ClientLoaderFunctionArgs) => loadHome(transport)

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const url = `${originOf(matches)}/`
  const { brand, contact, supportEmail } = settingsIn(matches)
  return pageMeta(
    {
      title: `${brand.name} · Field gear that earns credits, giveaways anyone can check`,
      whole: true,
      description:
        'Tactical and field gear that earns tier credits. Spend a credit on a numbered slot, or enter free by mail. Every draw is verifiable.',
      path: '/',
      jsonLd: [
        {
          '@type': 'Organization',
          '@id': `${url}#organization`,
          name: brand.name,
          legalName: contact.company,
          url,
          logo: `${url}icons/icon-512.png${picturesIn(matches)}`,
          ...(brand.social.length > 0 && { sameAs: brand.social }),
          email: supportEmail,
        },
        { '@type': 'WebSite', name: brand.name, url, publisher: { '@id': `${url}#organization` } },
      ],
    },
    matches,
  )
}

export default function HomePage() {
  const { home, ...shown } = useLoaderData<typeof loader>()
  useEffect(() => {
    if (wasRedirectedHome()) sayMissed()
  }, [])
  return <HomeSections home={home ?? DEFAULT_HOME} {...shown} featured={useOwnFeatured(shown.featured)} />
}

type Featured = Awaited<ReturnType<typeof loadFeatured>>

/** The server renders the giveaways of guests; a signed-in user's list may hold upcoming ones too. */
function useOwnFeatured(ofGuests: Featured): Featured {
  const user = useUser()
  const own = useQuery({
    queryKey: ['giveaways', 'featured', user?.id],
    queryFn: () => loadFeatured(),
    enabled: user !== undefined,
  })
  return own.data ?? ofGuests
}

let isTold = false

/** Whether the document was loaded through a redirect to the home page, which only unknown addresses do. True once. */
function wasRedirectedHome(): boolean {
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isTold || !loading || loading.redirectCount === 0 || new URL(loading.name).pathname !== '/') return false
  isTold = true
  return true
}
