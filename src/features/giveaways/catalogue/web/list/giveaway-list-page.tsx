import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
} from 'react-router'
import { ProductCard } from '#features/catalog/products/web/product-card.tsx'
import { apiFetchOf, transport, useSession } from '#kernel/client/browser.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { CardGiveaway } from '../../card-giveaway.ts'
import { GiveawayCard } from '../giveaway-card.tsx'
import { CreditsPanel, GuestNotice, PremiumBenefits } from './list-panels.tsx'
import { GIVEAWAY_TABS, loadCards, loadList } from './load-list.ts'

export const loader = ({ context, request }: LoaderFunctionArgs) => loadList(apiFetchOf(context), request.url)
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadList(transport, request.url)

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  pageMeta(
    {
      title: loaderData?.tab === 'past' ? 'Past giveaways' : 'Giveaways',
      description:
        'Spend tier credits on numbered slots. Every draw can be checked by anyone. No purchase necessary: enter free by mail.',
      path: loaderData?.tab === 'past' ? '/giveaways?tab=past' : '/giveaways',
      jsonLd: [
        {
          '@type': 'ItemList',
          itemListElement: (loaderData?.giveaways ?? []).map(({ slug, title }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name: title,
            url: `${originOf(matches)}/giveaways/${slug}`,
          })),
        },
      ],
    },
    matches,
  )

const TAB_NAMES = { active: 'Active', past: 'Past' }

/**
 * `/giveaways`. The server renders the guest view; signed-in users get their own list, which may hold more giveaways.
 * @param leaderboard is shown below the giveaways. The route passes it in, because it belongs to a later feature.
 */
export default function GiveawayListPage({ leaderboard }: { leaderboard?: ReactNode }) {
  const { tab, giveaways, boost } = useLoaderData<typeof loader>()
  const { status, user } = useSession()
  const own = useQuery({
    queryKey: ['giveaways', tab, user?.id],
    queryFn: () => loadCards(tab),
    enabled: user !== undefined,
  })
  const shown = own.data ? inPlace(own.data, giveaways) : giveaways
  return (
    <div className="page-width flex flex-col gap-14 pb-20">
      <div>
        <PageTitle lead="Spend a credit, take a numbered slot. The winner is drawn so that anyone can check it.">
          Giveaways
        </PageTitle>
        <div className="grid gap-4 lg:grid-cols-2">
          {status === 'signed-in' ? <CreditsPanel /> : <GuestNotice />}
          <PremiumBenefits standing={user ? (user.isSubscriber ? 'member' : 'user') : 'guest'} />
        </div>
      </div>
      <section aria-label={`${TAB_NAMES[tab]} giveaways`}>
        <nav aria-label="Which giveaways" className="mb-6 flex gap-1 border-line border-b">
          {GIVEAWAY_TABS.map(one => (
            <Link
              key={one}
              to={one === 'active' ? '/giveaways' : '/giveaways?tab=past'}
              aria-current={one === tab ? 'page' : undefined}
              preventScrollReset
              className={classNames(
                'label -mb-px flex min-h-11 items-center border-b-2 px-4 transition-colors hover:text-ink',
                one === tab ? 'border-signal text-ink' : 'border-transparent text-muted',
              )}
            >
              {TAB_NAMES[one]}
            </Link>
          ))}
        </nav>
        <h2 className="sr-only">{TAB_NAMES[tab]} giveaways</h2>
        {shown.length === 0 ? (
          <EmptyState icon="gift" title={tab === 'past' ? 'No giveaway has ended yet' : 'No giveaway is open now'}>
            {tab === 'past' ? 'Results and their proofs will be here.' : 'The next one will be announced here.'}
          </EmptyState>
        ) : (
          <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
            {shown.map((giveaway, at) => (
              <li key={giveaway.id}>
                <GiveawayCard giveaway={giveaway} priority={at < 2} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {boost && boost.products.length > 0 && (
        <section aria-labelledby="boost">
          <SectionHeading id="boost" action={<TextLink to={`/store?tier=${boost.tier}`}>All {boost.tier}</TextLink>}>
            Boost your entries
          </SectionHeading>
          <ul className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {boost.products.map(product => (
              <li key={product.id}>
                <ProductCard product={product} level={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {leaderboard}
    </div>
  )
}

/** Orders the user's list: server-rendered giveaways keep their place and the others follow, so that the page does not shift. */
function inPlace(own: CardGiveaway[], drawn: readonly CardGiveaway[]): CardGiveaway[] {
  const places = new Map(drawn.map(({ id }, at) => [id, at]))
  const placeOf = ({ id }: CardGiveaway) => places.get(id) ?? drawn.length
  return own.toSorted((a, b) => placeOf(a) - placeOf(b))
}
