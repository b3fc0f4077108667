import { useState } from 'react'
import { type To, useSearchParams } from 'react-router'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'

import { lazy } from '#ui/lazy.tsx'
import { linkWith } from '#ui/overlays/open-param.ts'
import { formatShopDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'
import type { WinnerTask } from '../../contract.ts'
import { TASK_COUNT_LIMIT, TASK_WORDS } from '../../rules.ts'
import { WinnerPage } from '../winner-page.tsx'
import { WinnerList } from './winner-list.tsx'
import { ADMIN_WINNERS, winnersChanged, winnersClient } from './winners-client.ts'

/** URL parameter of the open winner. */
const OPEN = 'winner'

/** `/admin?tab=winners`: open tasks, and all winners, latest draw first. */
export function AdminWinnersTab() {
  const [params] = useSearchParams()
  useAdminChannel(['winners'], () => void winnersChanged())
  const tasks = useTasks()
  const id = params.get(OPEN)
  const linkTo = (winner: string | null) => linkWith(params, OPEN, winner)
  if (id) return <WinnerPage key={id} id={id} back={linkTo(null)} linkTo={linkTo} />
  return (
    <div className="flex flex-col gap-8">
      <TaskList list={tasks} linkTo={linkTo} />
      <TaxYearButton />
      {/* Rendered after the tasks have loaded, so that the list does not shift. */}
      {!tasks.query.isPending && <WinnerList linkTo={linkTo} />}
    </div>
  )
}

const TaxYearDialog = lazy(async () => (await import('../../papers/admin/tax-year-dialog.tsx')).TaxYearDialog)

/** For owners: whom the shop reports to the tax office. */
function TaxYearButton() {
  const [isOpen, setOpen] = useState(false)
  if (!useRight('winners.tax')) return null
  return (
    <>
      <Button variant="secondary" size="sm" className="self-start" onClick={() => setOpen(true)}>
        Tax year
      </Button>
      {isOpen && <TaxYearDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const counted = (count: number) => (count >= TASK_COUNT_LIMIT ? `${TASK_COUNT_LIMIT}+` : String(count))

/** Open staff tasks for winners, page by page. */
const useTasks = () =>
  useList({
    queryKey: [...ADMIN_WINNERS, 'tasks'],
    fetchPage: next => call(winnersClient().tasks.$get({ query: { limit: '10', ...next } })),
    rowsOf: page => page.tasks,
  })

type TaskListProps = { list: ReturnType<typeof useTasks>; linkTo: (winnerId: string) => To }

/** Open tasks as a list, overdue tasks first, each with a link to its winner. */
function TaskList({ list, linkTo }: TaskListProps) {
  const { query, rows: tasks, firstPage } = list
  if (query.isPending) return <SkeletonText lines={14} />
  if (query.isLoadingError) return <FailedState query={query} title="Failed to load tasks" />
  const { open, overdue } = firstPage!
  return (
    <section aria-labelledby="winner-tasks" className="rounded-sm border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-3 border-line border-b px-4 py-3">
        <h3 id="winner-tasks" className="text-xl">
          To do
        </h3>
        <p role="status" className="flex flex-wrap gap-2">
          <Badge tone={open > 0 ? 'signal' : 'neutral'}>{counted(open)} open</Badge>
          {overdue > 0 && (
            <Badge tone="danger" icon="warning">
              {counted(overdue)} overdue
            </Badge>
          )}
        </p>
      </header>
      {tasks.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">No open tasks.</p>
      ) : (
        <ul className="divide-y divide-line">
          {tasks.map(task => (
            <TaskRow key={task.winnerId} task={task} to={linkTo(task.winnerId)} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="quiet"
          size="sm"
          className="m-2"
          busy={query.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Show more tasks
        </Button>
      )}
    </section>
  )
}

function TaskRow({ task, to }: { task: WinnerTask; to: To }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2.5 text-sm">
      <span className="min-w-0">
        <TextLink to={to} className="font-semibold">
          {TASK_WORDS[task.task]}
        </TextLink>
        <span className="block text-muted wrap-anywhere">
          {task.title}, slot {task.slotNumber}, {task.name}
        </span>
      </span>
      <span className="flex items-center gap-2 whitespace-nowrap">
        {task.isOverdue && (
          <Badge tone="danger" icon="warning">
            Overdue
          </Badge>
        )}
        <span className={task.isOverdue ? 'text-danger' : 'text-muted'}>due {formatShopDay(task.dueAt)}</span>
      </span>
    </li>
  )
}
