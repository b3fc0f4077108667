import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { settingsIn } from '#kernel/client/site.ts'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { Benefits } from './benefits.tsx'
import { Closing } from './closing.tsx'
import { FeaturedGiveaways } from './featured-giveaways.tsx'
import { FeaturedProducts } from './featured-products.tsx'
import { Hero } from './hero.tsx'
import { loadHome } from './load-home.ts'
import { Standing } from './standing.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => loadHome(apiFetchOf(context))
export const clientLoader = (_: ClientLoaderFunctionArgs) => loadHome(transport)

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const url = `${originOf(matches)}/`
  const { contact, supportEmail } = settingsIn(matches)
  return pageMeta(
    {
      title: 'Redoubt · Field gear that earns credits, giveaways anyone can check',
      whole: true,
      description:
        'Tactical and field gear that earns tier credits. Spend a credit on a numbered slot, or enter free by mail. Every draw is verifiable.',
      path: '/',
      jsonLd: [
        {
          '@type': 'Organization',
          '@id': `${url}#organization`,
          name: 'Redoubt',
          legalName: contact.company,
          url,
          logo: `${url}icon-512.png`,
          email: supportEmail,
        },
        { '@type': 'WebSite', name: 'Redoubt', url, publisher: { '@id': `${url}#organization` } },
      ],
    },
    matches,
  )
}

export default function HomePage() {
  const { giveaways, products } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero />
      <Standing />
      <FeaturedGiveaways giveaways={giveaways} />
      <FeaturedProducts products={products} />
      <Benefits />
      <Closing />
    </>
  )
}
