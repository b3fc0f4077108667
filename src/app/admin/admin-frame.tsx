import { useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { SetupBanner } from '#features/setup/setup-banner.tsx'
import { checkAgain } from '#features/setup/setup-client.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { ROLE_NAMES, type Role } from '#kernel/rights.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { lazy } from '#ui/lazy.tsx'
import { AdminHead } from './admin-head.tsx'
import { useShortcuts } from './shortcuts.ts'
import { isBuilt, TabScreen } from './tabs/admin-tabs.tsx'
import { type RailTab, TabRail } from './tabs/tab-rail.tsx'
import { mayRead, TABS, type TabName } from './tabs/tabs.ts'
import { useDensity } from './use-density.ts'
import { useWaiting } from './use-waiting.ts'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazy(async () => (await loadPalette()).Palette)
const ShortcutsDialog = lazy(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** The frame of the admin area: head, the tabs that the role may read, and the open tab. */
export function AdminFrame({ role }: { role: Role }) {
  const [params, setParams] = useSearchParams()
  const [over, setOver] = useState<'palette' | 'shortcuts' | null>(null)
  const [density, toggleDensity] = useDensity()
  const waiting = useWaiting()
  const readable = mayRead(role).filter(({ name }) => isBuilt(name))
  const asked = TABS.find(({ name }) => name === params.get('tab') && isBuilt(name)) ?? readable[0]
  const open = readable.find(tab => tab === asked)
  const shown = readable.filter(tab => tab === open || !('isHidden' in tab))
  // A tab starts without parameters: filters of one list mean nothing to another.
  const go = (tab: TabName) => setParams({ tab }, { preventScrollReset: true })
  useShortcuts({
    onPalette: () => setOver('palette'),
    onList: () => setOver('shortcuts'),
    onGo: tab => readable.some(({ name }) => name === tab) && go(tab),
  })
  const { revalidate } = useRevalidator()
  // Every screen uses the settings that were loaded with the document.
  useAdminChannel(['settings'], () => {
    void revalidate()
    void checkAgain()
  })
  // Loads the palette early, because staff type immediately after opening it; until then keystrokes would go to the focused element.
  useEffect(() => {
    void loadPalette()
  }, [])
  const close = () => setOver(null)
  return (
    <div className="page-width max-w-[104rem]! pb-24" data-density={density}>
      <AdminHead
        role={role}
        density={density}
        onDensity={toggleDensity}
        onPalette={() => setOver('palette')}
        onShortcuts={() => setOver('shortcuts')}
      />
      {open?.name !== 'setup' && <SetupBanner />}
      <TabRail
        tabs={shown.map(({ name, label }): RailTab => ({ name, label, waiting: waiting[name] }))}
        value={open?.name ?? null}
        onChange={go}
      >
        {open ? <TabScreen name={open.name} label={open.label} /> : <NotForThisRole label={asked?.label} role={role} />}
      </TabRail>
      {over === 'palette' && <Palette role={role} onClose={close} />}
      {over === 'shortcuts' && <ShortcutsDialog role={role} onClose={close} />}
    </div>
  )
}

const NotForThisRole = ({ label, role }: { label: string | undefined; role: Role }) => (
  <EmptyState icon="shield" title={`${label ?? 'This'} is not part of your role`}>
    You are signed in as {ROLE_NAMES[role].toLowerCase()}. Ask an owner of the shop if you need it.
  </EmptyState>
)
