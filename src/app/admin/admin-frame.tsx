import { useSearchParams } from 'react-router'
import type { Role } from '#platform/rights.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { isBuilt, TabScreen } from './admin-tabs.tsx'
import { LiveState } from './live-state.tsx'
import { type RailTab, TabRail } from './tab-rail.tsx'
import { mayRead, TABS, type TabName } from './tabs.ts'
import { useWaiting } from './use-waiting.ts'

const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  support: 'Support',
  fulfilment: 'Fulfilment',
  'draw-officer': 'Draw officer',
}

/** The admin area of somebody of the staff: its head, the tabs that the role may read, and the one that is open. */
export function AdminFrame({ role }: { role: Role }) {
  const [params, setParams] = useSearchParams()
  const waiting = useWaiting()
  const readable = mayRead(role).filter(({ name }) => isBuilt(name))
  const asked = TABS.find(({ name }) => name === params.get('tab') && isBuilt(name)) ?? readable[0]
  const open = readable.find(tab => tab === asked)
  const shown = readable.filter(tab => tab === open || !('isHidden' in tab))
  // A tab begins anew: what narrows one list down is nothing to another.
  const go = (tab: TabName) => setParams({ tab }, { preventScrollReset: true })
  return (
    <div className="page-width max-w-[104rem]! pb-24">
      <AdminHead role={role} />
      <TabRail
        tabs={shown.map(({ name, label }): RailTab => ({ name, label, waiting: waiting[name] }))}
        value={open?.name ?? null}
        onChange={go}
      >
        {open ? <TabScreen name={open.name} label={open.label} /> : <NotForThisRole label={asked?.label} role={role} />}
      </TabRail>
    </div>
  )
}

function AdminHead({ role }: { role: Role }) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 py-5">
      <h1 className="text-2xl">Admin</h1>
      <Badge>{ROLE_NAMES[role]}</Badge>
      <LiveState />
    </header>
  )
}

const NotForThisRole = ({ label, role }: { label: string | undefined; role: Role }) => (
  <EmptyState icon="shield" title={`${label ?? 'This'} is not part of your role`}>
    You are signed in as {ROLE_NAMES[role].toLowerCase()}. Ask an owner of the shop if you need it.
  </EmptyState>
)
