import { proved } from '#features/identity/security/proved.ts'
import { download } from '#ui/download.ts'
import { ExportButton } from '#ui/export-button.tsx'

/** Saves the orders that match as CSV. @param query filters, as the list is asked with. */
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
