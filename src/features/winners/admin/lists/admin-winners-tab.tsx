import { type To, useSearchParams } from 'react-router'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { useList } from '#ui/use-list.ts'
import type { WinnerTask } from '../../contract.ts'
import { TASK_COUNT_LIMIT, TASK_WORDS } from '../../rules.ts'
import { WinnerPage } from '../winner-page.tsx'
import { AllWinners } from './all-winners.tsx'
import { ADMIN_WINNERS, winnersChanged, winnersClient } from './winners-client.ts'

/** Options of the state filter. */
const PRIZE_STATES = [
  { value: '', label: 'All prizes' },
  { value: 'drawn', label: 'To be told' },
  { value: 'notified', label: 'Waiting for an answer' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'done', label: 'Done' },
  { value: 'nobody-left', label: 'No alternate left' },
] as const
type StateFilter = Exclude<(typeof PRIZE_STATES)[number]['value'], ''>

/** URL parameters of the open winner and the state filter. */
const OPEN = 'winner'
const STATE = 'prize'

const stateIn = (params: URLSearchParams): StateFilter | undefined =>
  PRIZE_STATES.find(({ value }) => value === params.get(STATE))?.value || undefined

/** `/admin?tab=winners`: open tasks, and winners by giveaway, latest draw first. */
export function AdminWinnersTab() {
  const [params, setParams] = useSearchParams()
  useAdminChannel(['winners'], () => void winnersChanged())
  const tasks = useTasks()
  const id = params.get(OPEN)
  const withParam = (name: string, value: string | null) => {
    const to = new URLSearchParams(params)
    if (value) to.set(name, value)
    else to.delete(name)
    return to
  }
  const linkTo = (winner: string | null) => `?${withParam(OPEN, winner)}`
  if (id) return <WinnerPage key={id} id={id} back={linkTo(null)} linkTo={linkTo} />
  const state = stateIn(params)
  return (
    <div className="flex flex-col gap-8">
      <TaskList list={tasks} linkTo={linkTo} />
      {/* Rendered after the tasks have loaded, so that the list does not shift. */}
      {!tasks.query.isPending && (
        <section aria-label="Winners by giveaway" className="flex flex-col gap-6">
          <SelectField
            label="Show"
            className="w-full sm:w-60"
            options={PRIZE_STATES}
            value={state ?? ''}
            onChange={({ target }) =>
              setParams(withParam(STATE, target.value), { replace: true, preventScrollReset: true })
            }
          />
          <WinnerList state={state} linkTo={linkTo} />
        </section>
      )}
    </div>
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

const PAGE = '25'

type WinnerListProps = { state: StateFilter | undefined; linkTo: (winnerId: string) => To }

function WinnerList({ state, linkTo }: WinnerListProps) {
  const list = useList({
    queryKey: [...ADMIN_WINNERS, 'list', state],
    fetchPage: next => call(winnersClient().$get({ query: { limit: PAGE, ...(state && { state }), ...next } })),
    rowsOf: page => page.giveaways,
  })
  return (
    <ListBody
      list={list}
      failed="Failed to load winners"
      loading={8}
      empty={<EmptyState icon="gift" title={state ? 'No prizes here now' : 'No winners yet'} />}
      nouns={['giveaway', 'giveaways']}
    >
      {giveaways => <AllWinners giveaways={giveaways} linkTo={linkTo} />}
    </ListBody>
  )
}
