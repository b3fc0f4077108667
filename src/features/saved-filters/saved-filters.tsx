import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { lazy } from '#ui/lazy.tsx'
import { filterQueryOf, withFilterQuery } from './filter-query.ts'
import { useSavedFilters } from './use-saved-filters.ts'

const SaveDialog = lazy(async () => (await import('./save-dialog.tsx')).SaveDialog)
const ManageDialog = lazy(async () => (await import('./manage-dialog.tsx')).ManageDialog)

type SavedFiltersBarProps = {
  /** The tab's name in the address. */
  tab: string
  /** The parameters of the address that narrow its list down. */
  names: readonly string[]
  /** Called when another filter takes the place of the one before. */
  onApply?: () => void
}

/** One's own filters of a list: press one to apply it, again to let go; save the one that is on, rename and delete them. */
export function SavedFiltersBar({ tab, names, onApply }: SavedFiltersBarProps) {
  const [params, setParams] = useSearchParams()
  const saved = useSavedFilters(tab)
  const [open, setOpen] = useState<'save' | 'manage' | null>(null)
  const current = filterQueryOf(params, names)
  const known = saved.filters.find(({ query }) => query === current)
  function apply(query: string) {
    onApply?.()
    setParams(now => withFilterQuery(now, names, query), { preventScrollReset: true })
  }
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
