import { useState } from 'react'
import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'

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
      {mayExport && (
        <ExportCsv
          path="/api/admin/users/export"
          query={{ ...narrowing, format: 'csv' }}
          name="redoubt-users.csv"
          done="Users were exported"
        >
          Export data
        </ExportCsv>
      )}
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
