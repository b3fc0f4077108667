import { useState } from 'react'
import { proved } from '#features/identity/security/proved.ts'
import { useRight } from '#platform/client/rights.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { ExportButton } from '#ui/export-button.tsx'

type ListActionsProps = {
  /** Filters as API parameters; the export contains the people they match. */
  narrowing: Record<string, string>
  /** A search is active; the export ignores search words. */
  isSearching: boolean
  onClear: (() => void) | undefined
  onRefresh: () => Promise<void>
  onEmpty: () => Promise<void>
  onCreate: () => void
  onText: (() => void) | undefined
}

/** The actions on the whole list. */
export function ListActions(props: ListActionsProps) {
  const { narrowing, isSearching, onClear, onRefresh, onEmpty, onCreate, onText } = props
  const [busy, setBusy] = useState<'refresh' | 'empty' | null>(null)
  const mayCreate = useRight('people.create')
  const mayExport = useRight('people.export')
  async function run(which: 'refresh' | 'empty', work: () => Promise<void>) {
    setBusy(which)
    await work().finally(() => setBusy(null))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayCreate && (
        <Button size="sm" icon="plus" onClick={onCreate}>
          Create User
        </Button>
      )}
      {mayExport && <ExportPeople narrowing={narrowing} />}
      {onText && (
        <Button variant="secondary" size="sm" icon="mail" onClick={onText}>
          Send SMS
        </Button>
      )}
      {onClear && (
        <Button variant="quiet" size="sm" icon="close" onClick={onClear}>
          Clear filters
        </Button>
      )}
      <div className="flex flex-wrap gap-2 lg:ml-auto">
        <Button
          variant="quiet"
          size="sm"
          busy={busy === 'refresh'}
          busyText="Refreshing..."
          title="Reads this page of the list anew"
          onClick={() => void run('refresh', onRefresh)}
        >
          Refresh
        </Button>
        <Button
          variant="quiet"
          size="sm"
          busy={busy === 'empty'}
          busyText="Refreshing..."
          title="Forgets every page and profile that this browser has kept, and reads anew"
          onClick={() => void run('empty', onEmpty)}
        >
          Cache refresh
        </Button>
      </div>
      {mayExport && isSearching && (
        <p className="basis-full text-muted text-sm">
          The export holds everybody whom the filters find, whatever is searched for.
        </p>
      )}
    </div>
  )
}

function ExportPeople({ narrowing }: { narrowing: Record<string, string> }) {
  const file = {
    path: `/api/admin/users/export?${new URLSearchParams({ ...narrowing, format: 'csv' })}`,
    name: 'redoubt-users.csv',
    type: 'text/csv',
    invalid: 'Invalid response from export endpoint',
  }
  return (
    <ExportButton
      done="Users were exported"
      work={(onProgress, signal) => proved(() => download({ ...file, onProgress, signal }))}
    >
      Export data
    </ExportButton>
  )
}
