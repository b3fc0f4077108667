import { proved } from '#features/identity/security/proved.ts'
import { download } from '#ui/download.ts'
import { ExportButton } from '#ui/export-button.tsx'

/** Saves the matching orders as CSV. @param query filters in the form of the list's API query. */
export function ExportOrders({ query }: { query: Record<string, string> }) {
  const path = `/api/admin/orders/export?${new URLSearchParams(query)}`
  const file = { path, name: 'redoubt-orders.csv', type: 'text/csv', invalid: 'Invalid response from export endpoint' }
  return (
    <ExportButton
      done="Orders were exported"
      work={(onProgress, signal) => proved(() => download({ ...file, onProgress, signal }))}
    >
      Export CSV
    </ExportButton>
  )
}
