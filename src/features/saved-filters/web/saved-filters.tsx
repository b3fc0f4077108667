import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { lazy } from '#ui/lazy.tsx'
import { filterQueryOf, useSavedFilters, withFilterQuery } from './use-saved-filters.ts'

const SaveDialog = lazy(async () => (await import('./filter-dialogs.tsx')).SaveDialog)
const ManageDialog = lazy(async () => (await import('./filter-dialogs.tsx')).ManageDialog)

type SavedFiltersBarProps = {
  /** The tab's name in the URL. */
  tab: string
  /** The filter parameters of the URL. */
  names: readonly string[]
}

/**
 * The user's own filters of a list. A click applies a filter, a second click clears it; buttons save the active filter, and rename
 * or delete filters. While they load, what follows the bar in its column is invisible, because the bar would push it down.
 */
export function SavedFiltersBar({ tab, names }: SavedFiltersBarProps) {
  const [params, setParams] = useSearchParams()
  const saved = useSavedFilters(tab)
  const [open, setOpen] = useState<'save' | 'manage' | null>(null)
  const current = filterQueryOf(params, names)
  const known = saved.filters.find(({ query }) => query === current)
  const apply = (query: string) => setParams(now => withFilterQuery(now, names, query), { preventScrollReset: true })
  if (saved.isPending) return <div data-hides-next="" className="hidden" />
  if (saved.filters.length === 0 && !current) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form of its own.
    <div role="group" aria-label="Saved filters" className="flex flex-wrap items-center gap-2">
      {saved.filters.map(({ id, name, query }) => (
        <button
          key={id}
          type="button"
          aria-pressed={query === current}
          onClick={() => apply(query === current ? '' : query)}
          className={classNames(
            'inline-flex min-h-9 max-w-60 items-center rounded-sm border px-3 text-sm transition-colors hover:border-ink',
            query === current ? 'border-signal bg-raised text-ink' : 'border-line-strong border-dashed bg-surface',
          )}
        >
          <span className="truncate">{name}</span>
        </button>
      ))}
      {current && !known && (
        <Button variant="quiet" size="sm" icon="plus" onClick={() => setOpen('save')}>
          Save filter
        </Button>
      )}
      {saved.filters.length > 0 && (
        <Button variant="quiet" size="sm" icon="edit" onClick={() => setOpen('manage')}>
          Edit filters
        </Button>
      )}
      {open === 'save' && <SaveDialog saved={saved} query={current} onClose={() => setOpen(null)} />}
      {open === 'manage' && <ManageDialog saved={saved} onClose={() => setOpen(null)} />}
    </div>
  )
}
