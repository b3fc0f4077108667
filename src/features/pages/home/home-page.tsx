import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ProductSection } from '#features/catalog/products/web/product-section.tsx'
import { GiveawayCard } from '#features/giveaways/catalogue/web/giveaway-card.tsx'
import type { CardGiveaway } from '#features/giveaways/giveaway/card-giveaway.ts'
import { apiFetchOf, transport, useUser } from '#kernel/client/browser.ts'
import { picturesIn, settingsIn, useSettings } from '#kernel/client/site.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { sayMissed } from '../redirect-home.ts'
import { Benefits } from './benefits.tsx'
import { Closing, NothingYet } from './closing.tsx'
import { Hero } from './hero.tsx'
import { LatestDraw } from './latest-draw.tsx'
import { loadFeatured, loadHome } from './load-home.ts'
import { Steps } from './steps.tsx'
import { Welcome } from './welcome.tsx'

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
  const { featured, latestDraw, products } = useLoaderData<typeof loader>()
  const { lead, others } = useOwnFeatured(featured)
  useEffect(() => {
    if (wasRedirectedHome()) sayMissed()
  }, [])
  return (
    <>
      <Hero giveaway={lead} />
      <Standing />
      <Steps />
      <MoreGiveaways giveaways={others} latestDraw={latestDraw} />
      <ProductSection
        id="featured-products"
        heading="From the store"
        products={products}
        action={<TextLink to="/store">The whole store</TextLink>}
        className="page-width pt-16 sm:pt-20"
        grid="gap-3 sm:gap-6 lg:grid-cols-4"
      />
      {!lead && products.length === 0 && <NothingYet />}
      <Benefits />
      <Closing isSlotFree={lead?.state === 'open'} />
    </>
  )
}

/** The strip under the hero: general facts for guests, or a welcome for a signed-in user. Both have one height. */
function Standing() {
  const user = useUser()
  return (
    <div className="border-line border-y bg-surface">
      <div className="page-width flex min-h-28 items-center sm:min-h-20">
        {user ? <Welcome user={user} /> : <ForEverybody />}
      </div>
    </div>
  )
}

function ForEverybody() {
  const { minimumAge } = useSettings()
  const facts = [
    'No purchase necessary: enter free by mail',
    'Every draw can be checked',
    `For adults of ${minimumAge} and older`,
  ]
  return (
    <ul className="flex w-full flex-col gap-x-8 gap-y-1 text-sm sm:flex-row sm:items-center sm:justify-between">
      {facts.map(fact => (
        <li key={fact} className="flex items-center gap-2">
          <Icon name="check" size={16} className="text-signal" />
          {fact}
        </li>
      ))}
    </ul>
  )
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

/** The giveaway beside the one that leads the page, and the latest draw. */
function MoreGiveaways({ giveaways, latestDraw }: { giveaways: CardGiveaway[]; latestDraw: CardGiveaway | undefined }) {
  if (giveaways.length === 0 && !latestDraw) return null
  return (
    <section aria-labelledby="featured-giveaways" className="below-fold page-width pt-16 sm:pt-20">
      <SectionHeading id="featured-giveaways" action={<TextLink to="/giveaways">All giveaways</TextLink>}>
        Giveaways
      </SectionHeading>
      <ul className="grid gap-6 md:grid-cols-2">
        {giveaways.map(giveaway => (
          <li key={giveaway.id}>
            <GiveawayCard giveaway={giveaway} />
          </li>
        ))}
        {latestDraw && (
          <li>
            <LatestDraw giveaway={latestDraw} />
          </li>
        )}
      </ul>
    </section>
  )
}

let isTold = false

/** Whether the document was loaded through a redirect to the home page, which only unknown addresses do. True once. */
function wasRedirectedHome(): boolean {
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (isTold || !loading || loading.redirectCount === 0 || new URL(loading.name).pathname !== '/') return false
  isTold = true
  return true
}
