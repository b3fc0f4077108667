import type { ErrorTable } from '#platform/errors.ts'

/** Facts of the routes that are read from the source: ids of operations, and the codes of refusals by their error tables. */
export type RouteFacts = {
  tables: Record<string, ErrorTable>
  operations: Record<string, { id: string; refuses: Record<string, string[]> }>
}
