import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type TabItem<T extends string> = {
  value: T
  label: ReactNode
  /** A number beside the label. */
  count?: number
  content: ReactNode
}

type TabsProps<T extends string> = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly TabItem<T>[]
  value: T
  onChange: (value: T) => void
}

/** Tabs with arrow keys. Controlled, so that the URL can hold the choice (`useTabParam`). Renders only the active panel. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={next => onChange(next as T)}>
      <Base.List
        aria-label={label}
        activateOnFocus={false}
        // On narrow screens the list reaches the edge, where a cut-off tab shows that there are more.
        className="flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b max-lg:not-in-[[role=dialog]]:page-bleed"
      >
        {tabs.map(tab => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="label -mb-px flex min-h-11 shrink-0 items-center gap-2 border-transparent border-b-2 px-3 text-muted sm:px-4 transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-signal data-active:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && <span className="figure rounded-sm bg-raised px-1.5 text-sm">{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
