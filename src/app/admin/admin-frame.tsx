import { useEffect, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import { SetupBanner } from '#features/setup/setup-banner.tsx'
import { checkAgain } from '#features/setup/setup-client.ts'
import { realtime } from '#kernel/client/browser.ts'
import { type RealtimeState, useRealtimeState } from '#kernel/client/realtime/realtime.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { ROLE_NAMES, type Role } from '#kernel/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useLostFocus } from '#ui/focus/use-lost-focus.ts'
import { lazy } from '#ui/lazy.tsx'
import { useRowKeys } from '#ui/staff-kit/use-row-keys.ts'
import { useShortcuts } from './shortcuts.ts'
import { type RailTab, TabRail, TabScreen } from './tabs/tab-rail.tsx'
import { mayRead, TABS, type TabName } from './tabs/tabs.ts'
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
  const readable = mayRead(role)
  const asked = TABS.find(({ name }) => name === params.get('tab')) ?? readable[0]
  const open = readable.find(tab => tab === asked)
  const shown = readable.filter(tab => tab === open || !('isHidden' in tab))
  // A tab starts without parameters: filters of one list mean nothing to another.
  const go = (tab: TabName) => setParams({ tab }, { preventScrollReset: true })
  useShortcuts({
    onPalette: () => setOver('palette'),
    onList: () => setOver('shortcuts'),
    onGo: tab => readable.some(({ name }) => name === tab) && go(tab),
  })
  useRowKeys('admin-screen')
  useLostFocus()
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

type AdminHeadProps = {
  role: Role
  density: Density
  onDensity: () => void
  onPalette: () => void
  onShortcuts: () => void
}

/** The head of the admin area: the user and role, the live state, and the global search. */
function AdminHead({ role, density, onDensity, onPalette, onShortcuts }: AdminHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <h1 className="text-2xl">Admin</h1>
      <Badge>{ROLE_NAMES[role]}</Badge>
      <LiveState />
      <div className="ml-auto flex items-center gap-1">
        <Button variant="secondary" size="sm" icon="search" aria-keyshortcuts="Control+K Meta+K" onClick={onPalette}>
          Search
          <kbd className="font-sans text-muted text-xs normal-case tracking-normal max-sm:hidden">Ctrl K</kbd>
        </Button>
        <IconButton
          size="sm"
          icon="menu"
          label="Compact rows"
          aria-pressed={density === 'compact'}
          className="border border-transparent aria-pressed:border-signal max-lg:hidden"
          onClick={onDensity}
        />
        <IconButton
          size="sm"
          icon="info"
          label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          className="max-lg:hidden"
          onClick={onShortcuts}
        />
      </div>
    </header>
  )
}

const WORDS: Record<RealtimeState, { word: string; why: string }> = {
  connected: { word: 'Live', why: 'Lists update automatically.' },
  'pending keep-alive': { word: 'Live', why: 'The connection does not respond.' },
  connecting: { word: 'Connecting', why: 'Lists will update automatically in a moment.' },
  disrupted: {
    word: 'Disrupted',
    why: 'Changes by others do not appear automatically. The connection is retried every minute.',
  },
  disconnected: { word: 'Not live', why: 'Changes by others do not appear automatically.' },
}

/** Shows whether the screen updates by itself. */
function LiveState() {
  const state = useRealtimeState(realtime)
  const { word, why } = WORDS[state]
  const isLive = state === 'connected' || state === 'pending keep-alive'
  return (
    <p role="status" title={why} data-realtime={state} className="flex items-center gap-2 text-muted text-sm">
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full', isLive ? 'bg-success' : 'border border-warning')}
      />
      {/* On phones a good or connecting state shows only the dot: the text would wrap the row and change its height. */}
      <span className={classNames((isLive || state === 'connecting') && 'max-sm:sr-only')}>{word}</span>
    </p>
  )
}

type Density = 'usual' | 'compact'

const KEY = 'redoubt.admin-density'

/** Row density of lists, stored in the browser because it depends on the screen size. */
function useDensity(): [Density, () => void] {
  const [density, setDensity] = useState<Density>(() =>
    browserStorage.getItem(KEY) === 'compact' ? 'compact' : 'usual',
  )
  function toggle() {
    const next = density === 'compact' ? 'usual' : 'compact'
    browserStorage.setItem(KEY, next)
    setDensity(next)
  }
  return [density, toggle]
}
