import type { To } from 'react-router'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'
import type { WinnerTask } from '../../contract.ts'
import { TASK_COUNT_LIMIT } from '../../rules.ts'
import { TASK_WORDS } from '../../state-words.ts'
import { ADMIN_WINNERS, winnersClient } from './winners-client.ts'

const counted = (count: number) => (count >= TASK_COUNT_LIMIT ? `${TASK_COUNT_LIMIT}+` : String(count))

/** Open staff tasks for winners, page by page. */
export const useTasks = () =>
  useList({
    queryKey: [...ADMIN_WINNERS, 'tasks'],
    fetchPage: next => call(winnersClient().tasks.$get({ query: { limit: '10', ...next } })),
    rowsOf: page => page.tasks,
  })

type Props = { list: ReturnType<typeof useTasks>; linkTo: (winnerId: string) => To }

/** Open tasks as a list, overdue tasks first, each with a link to its winner. */
export function TaskList({ list, linkTo }: Props) {
  const { query, rows: tasks, firstPage } = list
  if (query.isPending) return <SkeletonText lines={14} />
  if (query.isError)
    return (
      <FailedState title="Failed to load tasks" busy={query.isFetching} onRetry={() => void query.refetch()}>
        {query.error.message}
      </FailedState>
    )
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
        <p className="px-4 py-3 text-muted text-sm">Nothing is to be done for any winner.</p>
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
