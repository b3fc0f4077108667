import { Tabs } from '@base-ui/react/tabs'
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { Checking } from '#features/identity/sign-in/web/require-user.tsx'
import { Boundary } from '#ui/feedback/boundary.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { TABS, type TabName } from './tabs.ts'

export type RailTab = {
  name: TabName
  label: string
  /** A short count of items that wait for staff in the tab. */
  waiting?: string | undefined
}

type TabRailProps = {
  tabs: readonly RailTab[]
  /** Null when the requested tab does not exist. */
  value: TabName | null
  onChange: (name: TabName) => void
  children: ReactNode
}

const WIDE = '(min-width: 64rem)'

/** The vertical rail leaves tables room for their columns only on wide screens; narrower screens use a native select. */
const useWide = () =>
  useSyncExternalStore(
    listener => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
    () => false,
  )

/** The tab bar: vertical beside the screen, or a native select on phones. The screen stays mounted when the layout changes. */
export function TabRail({ tabs, value, onChange, children }: TabRailProps) {
  const isWide = useWide()
  return (
    <Tabs.Root
      orientation="vertical"
      value={value}
      onValueChange={next => onChange(next as TabName)}
      className="grid gap-5 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8"
    >
      {isWide ? <Rail tabs={tabs} /> : <Choice tabs={tabs} value={value} onChange={onChange} />}
      <div
        id="admin-screen"
        className="min-w-0 outline-none"
        // Labelled by its tab; without tabs, the heading inside names the screen.
        {...(isWide && value && { role: 'tabpanel', 'aria-labelledby': `admin-tab-${value}` })}
      >
        {children}
      </div>
    </Tabs.Root>
  )
}

const Rail = ({ tabs }: Pick<TabRailProps, 'tabs'>) => (
  <Tabs.List
    aria-label="Admin"
    activateOnFocus={false}
    className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col self-start overflow-y-auto overflow-x-hidden border-line border-r"
  >
    {tabs.map(({ name, label, waiting }) => (
      <Tabs.Tab
        key={name}
        value={name}
        id={`admin-tab-${name}`}
        aria-controls="admin-screen"
        className="-mr-px flex min-h-9 shrink-0 items-center justify-between gap-2 border-transparent border-r-2 py-1 pr-3 pl-2 text-left font-semibold text-muted text-sm transition-colors hover:bg-raised hover:text-ink focus-visible:-outline-offset-2 data-active:border-signal data-active:text-ink"
      >
        {label}
        {waiting && (
          <span className="figure rounded-sm bg-raised px-1.5 text-ink text-sm">
            {waiting}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </Tabs.Tab>
    ))}
  </Tabs.List>
)

const NOTHING = { value: '', label: 'Choose…', disabled: true }

const Choice = ({ tabs, value, onChange }: Pick<TabRailProps, 'tabs' | 'value' | 'onChange'>) => (
  <SelectField
    label="Part of the admin area"
    labelHidden
    value={value ?? ''}
    options={[
      ...(value ? [] : [NOTHING]),
      ...tabs.map(({ name, label, waiting }) => ({ value: name, label: waiting ? `${label} (${waiting})` : label })),
    ]}
    onChange={({ target }) => onChange(target.value as TabName)}
  />
)

const SCREENS = new Map<TabName, ComponentType>(TABS.map(({ name, load }) => [name, lazy<object>(load, <Checking />)]))

/** The content of a tab. The hidden heading fills the level between the page's heading and those of the cards. */
export function TabScreen({ name, label }: { name: TabName; label: string }) {
  const Screen = SCREENS.get(name)!
  return (
    <Boundary key={name} fallback={<FailedState onRetry={() => location.reload()} />}>
      <h2 className="sr-only">{label}</h2>
      <Screen />
    </Boundary>
  )
}
