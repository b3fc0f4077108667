import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { mailWindowOf } from '#features/giveaways/giveaway/mail-window.ts'
import { GiveawayError } from '#features/giveaways/giveaway/web/giveaway-error.tsx'
import { loadGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { useSettings } from '#kernel/client/site.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { PrintedCard } from './printed-card.tsx'

const loadPage = async (fetch: Parameters<typeof loadGiveaway>[0], id: string) => ({
  giveaway: await loadGiveaway(fetch, id),
  // Of the loader, so that server and browser render the same day.
  today: shopDayOf(new Date()),
})

export const loader = ({ context, params }: LoaderFunctionArgs) => loadPage(apiFetchOf(context), params.giveawayId!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadPage(transport, params.giveawayId!)

export const ErrorBoundary = GiveawayError

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  pageMeta(
    {
      title: loaderData ? `Free-entry card: ${loaderData.giveaway.title}` : 'Free-entry card',
      description: 'A card to print, to fill in by hand and to send by mail.',
      path: loaderData ? `/giveaways/${loaderData.giveaway.slug}/free-entry/card` : location.pathname,
      noindex: true,
    },
    matches,
  )

/** `/giveaways/{giveawayId}/free-entry/card`: a card to print for a free entry by mail. */
export default function FreeEntryCardPage() {
  const { giveaway, today } = useLoaderData<typeof loader>()
  const { mailInHours, contact } = useSettings()
  const closesAt = giveaway.closedAt ?? giveaway.endDate
  const { last } = mailWindowOf({
    startsAt: new Date(giveaway.startDate),
    closesAt: closesAt ? new Date(closesAt) : null,
    mailInHours,
    timeZone: giveaway.timeZone,
  })
  const path = `/giveaways/${giveaway.slug}`
  const crumbs = [
    { label: 'Giveaways', to: '/giveaways' },
    { label: giveaway.title, to: path },
    { label: 'Enter free', to: `${path}/free-entry` },
    { label: 'Card to print' },
  ]
  const isOver = (last !== null && last < today) || giveaway.state === 'drawn'
  return (
    <div className="page-width pt-4 pb-20">
      <Breadcrumbs crumbs={crumbs} />
      <PageTitle eyebrow="No purchase necessary" lead={leadOf(last)}>
        Free-entry card
      </PageTitle>
      {isOver || giveaway.closing?.reason === 'cancelled' ? (
        <EmptyState
          icon="mail"
          title="The time for cards of this giveaway is over"
          action={<ButtonLink to={path}>To the giveaway</ButtonLink>}
        />
      ) : (
        <div className="flex max-w-3xl flex-col gap-6">
          <Button className="self-start" onClick={() => window.print()}>
            Print the card
          </Button>
          <PrintedCard giveaway={giveaway} last={last} company={contact.company} mailIn={contact.mailIn} />
          <p className="text-muted text-sm">
            One card in one envelope is one free entry. Cards that come late do not count, and a postmark is not enough.{' '}
            <TextLink to="/legal#no-purchase-necessary">All rules of the mail</TextLink>.
          </p>
        </div>
      )}
    </div>
  )
}

const leadOf = (last: string | null) =>
  `Print it, fill it in by hand and send it. ${last ? `It counts if it arrives by ${dayInWords(last)}.` : 'It counts while the giveaway runs, and some days after its close.'}`
