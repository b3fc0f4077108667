import { useSession } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { LoadMore } from '#ui/list-body.tsx'
import { AutoEntrySwitch } from './auto-entry-switch.tsx'
import { MyGiveawayCard } from './my-giveaway-card.tsx'
import { useEntryPages } from './use-my-entries.ts'

/** `/dashboard?tab=giveaways`: the shopper's entries by giveaway with receipts, and the auto-entry switch for members. */
export function MyGiveawaysTab() {
  const { user } = useSession()
  return (
    <div className="flex flex-col gap-12">
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
  const failed = running.error ?? past.error
  if (failed) {
    const retry = () => void Promise.all([running.refetch(), past.refetch()])
    return (
      <FailedState busy={running.isFetching || past.isFetching} onRetry={retry}>
        {failed.message}
      </FailedState>
    )
  }
  if (!running.data || !past.data) return <Skeleton className="h-72" />
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
      <EntryList title="Running" pages={running} empty="None of your entries is in a giveaway that is open now." />
      <EntryList title="Past" pages={past} empty="None of your giveaways is over yet." />
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
