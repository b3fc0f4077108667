import { download, ExportButton } from '#ui/files/export-button.tsx'
import { reauthenticated } from '../web/reauthentication.ts'

type ExportCsvProps = {
  /** API path without its query. */
  path: string
  query: Record<string, string>
  /** File name if the response gives none. */
  name: string
  /** Toast after the file is saved: "Orders were exported". */
  done: string
  children: string
}

/** Saves a list as a CSV file. Exports hold personal data, so the server asks for a fresh sign-in. */
export const ExportCsv = ({ path, query, name, done, children }: ExportCsvProps) => (
  <ExportButton
    done={done}
    work={(onProgress, signal) =>
      reauthenticated(() => download({ path: `${path}?${new URLSearchParams(query)}`, name, onProgress, signal }))
    }
  >
    {children}
  </ExportButton>
)
