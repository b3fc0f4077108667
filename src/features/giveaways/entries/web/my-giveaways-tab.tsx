import { ConfirmMailbox } from '#features/identity/mailbox-proof/web/confirm-mailbox.tsx'
import { useUser } from '#kernel/client/browser.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { LoadMore } from '#ui/list-body.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { useAtTime } from '#ui/time/use-now.ts'
import { OwnOdds } from '../../giveaway/web/slots-left.tsx'
import type { MyEntry } from '../contract.ts'
import { AutoEntrySwitch } from './auto-entry-switch.tsx'
import { useEntryPages } from './use-my-entries.ts'

/** `/dashboard?tab=giveaways`: the shopper's entries by giveaway with receipts, and the auto-entry switch for members. */
export function MyGiveawaysTab() {
  const user = useUser()
  return (
    <div className="flex flex-col gap-12">
      <ConfirmMailbox to="see the free entries that were made under it." />
      {user?.isSubscriber && (
        <section aria-label="Auto-entry" className="border border-line bg-surface px-5 py-3">
          <AutoEntrySwitch />
        </section>
      )}
      <Entries />
    </div>
  )
}

function Entries() {
  const running = useEntryPages('false')
  const past = useEntryPages('true')
  if (!running.data || !past.data) {
    const failed = running.error ?? past.error
    if (!failed) return <Skeleton className="h-72" />
    const retry = () => void Promise.all([running.refetch(), past.refetch()])
    return (
      <FailedState busy={running.isFetching || past.isFetching} onRetry={retry}>
        {failed.message}
      </FailedState>
    )
  }
  if (running.data.total + past.data.total === 0)
    return (
      <EmptyState
        icon="ticket"
        title="No entries yet"
        action={<ButtonLink to="/giveaways">See the giveaways</ButtonLink>}
      >
        Each credit takes one numbered slot in a giveaway of its tier.
      </EmptyState>
    )
  return (
    <>
      <EntryList title="Running" pages={running} empty="You have no entries in open giveaways." />
      <EntryList title="Past" pages={past} empty="None of your giveaways has ended yet." />
    </>
  )
}

type EntryListProps = { title: string; pages: ReturnType<typeof useEntryPages>; empty: string }

function EntryList({ title, pages, empty }: EntryListProps) {
  const { entries, total } = pages.data!
  const byGiveaway = [...Map.groupBy(entries, ({ giveawayId }) => giveawayId).values()]
  return (
    <section>
      <SectionHeading>{title}</SectionHeading>
      {total === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <>
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {byGiveaway.map(own => (
              <li key={own[0]!.giveawayId}>
                <MyGiveawayCard entries={own} />
              </li>
            ))}
          </ul>
          {total > entries.length && (
            <LoadMore
              shown={entries.length}
              total={total}
              noun="entries"
              busy={pages.isFetchingNextPage}
              onMore={pages.hasNextPage ? () => void pages.fetchNextPage() : undefined}
            />
          )}
        </>
      )}
    </section>
  )
}

/** One giveaway with the shopper's entries, newest first, and their outcome. */
function MyGiveawayCard({ entries }: { entries: MyEntry[] }) {
  const { giveawayTitle, giveawaySlug, giveawayState, tier, picture, odds } = entries[0]!
  const hasWon = entries.some(({ isWinner }) => isWinner)
  return (
    <Card interactive className="h-full">
      <Picture {...picture} ratio="wide" alt="" sizes="(width < 64rem) 100vw, 34rem" />
      <div className="absolute inset-x-3 top-3 flex flex-wrap justify-between gap-1.5">
        <TierBadge tier={tier} />
        {hasWon && (
          <Badge tone="success" icon="star">
            You won
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-4 p-5">
        <h3 className="text-xl">
          <CardLink to={`/giveaways/${giveawaySlug}`}>{giveawayTitle}</CardLink>
        </h3>
        <NextDate entry={entries[0]!} />
        {giveawayState !== 'drawn' && <OwnOdds odds={odds} />}
        <ul className="flex flex-col divide-y divide-line">
          {entries.map(entry => (
            <li key={entry.id} className="py-2">
              <Receipt entry={entry} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** What comes next in the giveaway: its end, the draw, or the result. */
function NextDate({ entry }: { entry: MyEntry }) {
  const { giveawaySlug, giveawayState, giveawayEndDate, giveawayDrawDate, winnerSlot } = entry
  const isClosed = giveawayState === 'closed'
  const hasEnded = useAtTime(
    now => isClosed || (giveawayState !== 'drawn' && giveawayEndDate !== null && Date.parse(giveawayEndDate) <= now),
    isClosed,
  )
  const draw = giveawayDrawDate && formatMoment(new Date(giveawayDrawDate))
  if (winnerSlot !== null)
    return (
      <p>
        Winner selected: Slot {winnerSlot}.{' '}
        <TextLink className="relative" to={`/giveaways/${giveawaySlug}#result`}>
          Result and proof
        </TextLink>
      </p>
    )
  if (hasEnded)
    return (
      <p className="text-muted text-sm">
        This giveaway has ended. {draw ? `The winner is drawn ${draw}.` : 'No winner is drawn.'}
      </p>
    )
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="flex flex-col gap-1">
        {giveawayEndDate && <Countdown end={giveawayEndDate} />}
        <p className="text-muted text-sm">{draw ? `Drawn ${draw}` : 'Drawn after the last slot is taken'}</p>
      </div>
      <ButtonLink to={`/giveaways/${giveawaySlug}#slots`} variant="secondary" size="sm" className="relative">
        Add or move slots
      </ButtonLink>
    </div>
  )
}

/** An entry that expands to its receipt number. */
function Receipt({ entry }: { entry: MyEntry }) {
  return (
    <details className="relative">
      <summary className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="figure font-semibold text-lg">Slot {entry.slotNumber}</span>
        <span className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {entry.isWinner && <Badge tone="success">Winner</Badge>}
          {entry.isAutoEntry && <Badge>Auto-entry</Badge>}
          {entry.isPrivateEntry && <Badge>Free entry</Badge>}
          {entry.isStaff && <Badge tone="warning">Staff, not drawn</Badge>}
          {!entry.isStaff && !entry.isInDraw && <Badge tone="warning">Payment disputed, not drawn</Badge>}
          <span className="underline underline-offset-3">Receipt</span>
        </span>
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pt-1 pb-2 text-sm">
        <dt className="text-muted">Entry</dt>
        <dd className="break-all font-mono">{entry.id}</dd>
        <dt className="text-muted">Taken</dt>
        <dd>{formatMoment(new Date(entry.date))}</dd>
        <dt className="text-muted">Paid with</dt>
        <dd>{entry.isPrivateEntry ? 'Nothing: a free entry' : `1 ${entry.tier} credit`}</dd>
      </dl>
    </details>
  )
}
