import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { countInWords } from '#ui/data/count-chip.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DueTime } from '#ui/time/due-time.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import type { Work } from '../contract.ts'
import { useToday } from '../overview-client.ts'
import { WorkAction } from './work-action.tsx'
import { WORK_PLACES } from './work-places.ts'

/** The work that waits for the reader, the most urgent kind first. */
export function TodaySection() {
  const today = useToday()
  return (
    <section aria-labelledby="today" className="flex flex-col">
      <h3 id="today" className="border-line border-b pb-2 text-2xl">
        Today
      </h3>
      {today.isPending && <Skeleton className="mt-4 h-72" />}
      {today.isError && <FailedState query={today} title="Failed to load the work" />}
      {today.data?.work.length === 0 && (
        <div className="pt-4">
          <EmptyState icon="check" title="Nothing is waiting" />
        </div>
      )}
      {today.data && (
        <ul className="divide-y divide-line">
          {today.data.work.map(work => (
            <WorkRow key={work.kind} work={work} limit={today.data.limit} onDone={() => void today.refetch()} />
          ))}
        </ul>
      )}
    </section>
  )
}

type WorkRowProps = { work: Work; limit: number; onDone: () => void }

/** One kind of work: how much, since when or until when, its first records, and the way to all of them. */
function WorkRow({ work, limit, onDone }: WorkRowProps) {
  const { kind, urgency, count, dueAt, since, items } = work
  const { title, list, open } = WORK_PLACES[kind]
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 lg:grid-cols-[15rem_minmax(0,1fr)_14rem]">
      <div className="flex flex-col items-start gap-1">
        <h4 className="flex items-baseline gap-2.5 text-lg">
          <span className="figure min-w-6 font-semibold text-2xl text-signal">{countInWords(count, limit)}</span>
          {title}
        </h4>
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {urgency === 'now' && (
            <Badge tone="danger" icon="warning">
              Urgent
            </Badge>
          )}
          {dueAt ? (
            <DueTime at={dueAt} />
          ) : (
            since && (
              <span>
                Oldest: <TimeAgo at={since} />
              </span>
            )
          )}
        </p>
      </div>
      <ul className="flex min-w-0 flex-col gap-1.5">
        {items.map(item => (
          <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
            <span className="min-w-0 wrap-anywhere">
              <TextLink to={open(item)} className="font-semibold">
                {item.name}
              </TextLink>
              {item.note && <span className="ml-2 text-muted">{item.note}</span>}
            </span>
            <span className="flex items-center gap-3 text-muted">
              {/* The moment of an only record stands beside the count. */}
              {items.length > 1 &&
                (item.dueAt ? <DueTime at={item.dueAt} /> : item.since && <TimeAgo at={item.since} />)}
              <WorkAction kind={kind} item={item} onDone={onDone} />
            </span>
          </li>
        ))}
      </ul>
      {list && (
        <ButtonLink
          to={list.to}
          variant="quiet"
          size="sm"
          className="self-start justify-self-start max-lg:-ml-3 lg:justify-self-end"
        >
          {list.label}
        </ButtonLink>
      )}
    </li>
  )
}
