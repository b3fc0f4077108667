import type { ReactNode } from 'react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import { apiFetchOf, transport, useUser } from '#kernel/client/browser.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { AUTO_ENTRY_BENEFIT, benefitsOf } from '#kernel/values/words/premium-benefits.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { lazy } from '#ui/lazy.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Grown } from '#ui/motion/grown.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SIGN_IN_TO_ENTER } from '../../../giveaway/rules.ts'
import { Boost, loadBoost } from '../boost.tsx'
import { ActiveGiveaways, loadActive, loadPast, PastGiveaways } from './giveaway-lists.tsx'

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
  const { tab, giveaways, nextCursor, boost } = useLoaderData<typeof loader>()
  const user = useUser()
  return (
    <div className="page-width flex flex-col gap-14 pb-20">
      <section aria-label={`${TAB_NAMES[tab]} giveaways`}>
        <PageTitle lead="Spend a credit, take a numbered slot. Anyone can check the draw.">Giveaways</PageTitle>
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
        {tab === 'past' ? (
          <>
            <p className="mb-6">
              <TextLink to="/winners">Winners who agreed to be shown</TextLink>
            </p>
            <PastGiveaways first={{ giveaways, nextCursor }} />
          </>
        ) : (
          <ActiveGiveaways giveaways={giveaways} />
        )}
      </section>
      <div className="grid gap-4 lg:grid-cols-2">
        {user ? <CreditsPanel /> : <GuestNotice />}
        <PremiumBenefits standing={user ? (user.isSubscriber ? 'member' : 'user') : 'guest'} />
      </div>
      {boost && <Boost id="boost" heading="Boost your entries" boost={boost} />}
      {leaderboard}
    </div>
  )
}

const PANEL = 'flex min-h-80 flex-col gap-4 sm:min-h-72 border border-line bg-surface p-5 sm:p-6'

/** The user's available credits. */
function CreditsPanel() {
  const credits = useCredits()
  return (
    <section aria-labelledby="your-credits" className={PANEL}>
      <h2 id="your-credits" className="text-xl">
        Your credits
      </h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {TIERS.map(tier => (
          <div key={tier} className="flex flex-col gap-1">
            <dt>
              <TierBadge tier={tier} plain />
            </dt>
            <dd className="figure font-semibold text-3xl">
              <Grown value={credits.data && creditsOf(credits.data, tier)} className="inline-block">
                {credits.data ? creditsOf(credits.data, tier) : '–'}
              </Grown>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-auto text-muted text-sm">
        Every product earns credits of its tier. <TextLink to="/store">Earn more</TextLink>
      </p>
    </section>
  )
}

/** Shown to guests in place of the credits. */
function GuestNotice() {
  const { minimumAge } = useSettings()
  return (
    <section aria-labelledby="join" className={PANEL}>
      <h2 id="join" className="text-xl">
        Create a free account to enter
      </h2>
      <p className="text-muted">
        {SIGN_IN_TO_ENTER} You see which slots are free once you are signed in. You must be {minimumAge} or older. No
        purchase necessary: <TextLink to="/legal#no-purchase-necessary">enter free by mail</TextLink>.
      </p>
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink to="/register">Create a free account</ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Sign in
        </ButtonLink>
      </div>
    </section>
  )
}

const AutoEntrySwitch = lazy(async () => (await import('../../../entries/web/auto-entry-switch.tsx')).AutoEntrySwitch)

type Standing = 'guest' | 'user' | 'member'

/**
 * The benefits of a membership. Members get the auto-entry switch, other users a link to the upgrade, and guests a link to the membership
 * in the store.
 */
function PremiumBenefits({ standing }: { standing: Standing }) {
  const isSubscriber = standing === 'member'
  const { premium } = useSettings()
  const benefits = benefitsOf(premium).filter(benefit => !isSubscriber || benefit !== AUTO_ENTRY_BENEFIT)
  return (
    <section aria-labelledby="premium" className={PANEL}>
      <h2 id="premium" className="text-xl">
        {isSubscriber ? 'Premium Active' : `Premium, ${formatMoney(premium.monthlyCents)} a month`}
      </h2>
      <ul className="flex flex-col gap-1.5 text-sm">
        {benefits.map(benefit => (
          <li key={benefit} className="flex items-start gap-2">
            <Icon name="check" size={20} className="mt-px text-ranger" />
            {benefit}
          </li>
        ))}
      </ul>
      {isSubscriber ? (
        <AutoEntrySwitch />
      ) : (
        <p className="mt-auto text-sm">
          {standing === 'user' ? (
            <TextLink to="/dashboard?tab=subscription">Upgrade to Premium</TextLink>
          ) : (
            <TextLink to="/store?type=subscription">See the membership</TextLink>
          )}
        </p>
      )}
    </section>
  )
}

const GIVEAWAY_TABS = ['active', 'past'] as const
type GiveawayTab = (typeof GIVEAWAY_TABS)[number]

const tabOf = (url: string): GiveawayTab => (new URL(url).searchParams.get('tab') === 'past' ? 'past' : 'active')

/** Data of the list page, with products that earn credits of the first open giveaway's tier. */
export async function loadList(fetch: Fetch, url: string) {
  const tab = tabOf(url)
  const { giveaways, nextCursor } = await (tab === 'past' ? loadPast({}, fetch) : loadActive(fetch))
  const tier = (giveaways.find(({ state }) => state === 'open') ?? giveaways[0])?.tier
  if (!tier || tab === 'past') return { tab, giveaways, nextCursor, boost: null }
  return { tab, giveaways, nextCursor, boost: await loadBoost(fetch, tier) }
}
