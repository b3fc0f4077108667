import { useSearchParams } from 'react-router'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { WinnerPage } from '../winner-page.tsx'
import { PRIZE_STATES, type StateFilter } from './prize-states.ts'
import { TaskList, useTasks } from './task-list.tsx'
import { WinnerList } from './winner-list.tsx'
import { winnersChanged } from './winners-client.ts'

/** URL parameters of the open winner and the state filter. */
const OPEN = 'winner'
const STATE = 'prize'

const stateIn = (params: URLSearchParams): StateFilter | undefined =>
  PRIZE_STATES.map(({ value }) => value).find(
    (value): value is StateFilter => value !== '' && value === params.get(STATE),
  )

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
