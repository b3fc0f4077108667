import { useCallback, useState } from 'react'

export type Selection<Row> = {
  /** By id, as at selection. */
  rows: ReadonlyMap<string, Row>
  /** Selects or deselects rows. */
  choose: (rows: readonly Row[], isChosen: boolean) => void
  clear: () => void
  /** Keeps only these of the selected rows. */
  keep: (ids: readonly string[]) => void
  /** Deselects rows that are gone. */
  drop: (gone: readonly { id: string }[]) => void
}

type SelectionOptions = {
  /** What the list shows, from the address. A change clears the selection, because the list may hide a selected row. */
  within: Record<string, string>
  /** Rows that the API takes at once; further ones are not selected. */
  limit?: number
}

/**
 * The selected rows of a list, for the boxes of its table and the bulk bar. Functions keep their identity. A bulk action clears the
 * selection, except for rows on which it failed (`keep`).
 */
export function useSelection<Row extends { id: string }>(options: SelectionOptions): Selection<Row> {
  const { limit = Number.POSITIVE_INFINITY } = options
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  const within = JSON.stringify(options.within)
  const [chosenWithin, setChosenWithin] = useState(within)
  if (chosenWithin !== within) {
    setChosenWithin(within)
    setRows(new Map())
  }
  const choose = useCallback(
    (changed: readonly Row[], isChosen: boolean) => setRows(now => withRows(now, changed, isChosen, limit)),
    [limit],
  )
  const clear = useCallback(() => setRows(new Map()), [])
  const keep = useCallback(
    (ids: readonly string[]) => setRows(now => new Map([...now].filter(([id]) => ids.includes(id)))),
    [],
  )
  const drop = useCallback(
    (gone: readonly { id: string }[]) =>
      setRows(now => new Map([...now].filter(([id]) => !gone.some(row => row.id === id)))),
    [],
  )
  return { rows, choose, clear, keep, drop }
}

/** The selection after a change. @param limit of selected rows. */
export function withRows<Row extends { id: string }>(
  now: ReadonlyMap<string, Row>,
  changed: readonly Row[],
  isChosen: boolean,
  limit: number,
): ReadonlyMap<string, Row> {
  const next = new Map(now)
  for (const row of changed) {
    if (!isChosen) next.delete(row.id)
    else if (next.size < limit) next.set(row.id, row)
  }
  return next
}
