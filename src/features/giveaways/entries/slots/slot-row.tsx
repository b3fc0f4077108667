import { memo } from 'react'
import { SlotCell, type SlotLook } from './slot-cell.tsx'

type SlotRowProps = {
  /** Counted from 0. */
  row: number
  /** The row's first slot. */
  from: number
  columns: number
  /** Looks of the slots, comma-separated. A string compares by value, so `memo` skips unchanged rows. */
  looks: string
  /** The tab stop, if it is in this row. */
  active: number | null
}

export const SlotRow = memo(function SlotRow({ row, from, columns, looks, active }: SlotRowProps) {
  const slots = looks.split(',').map((look, index) => ({ slot: from + index, look: look as SlotLook }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no rows that are left out.
    <div
      role="row"
      aria-rowindex={row + 1}
      tabIndex={-1}
      className="grid h-14 gap-1.5 pb-1.5"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {slots.map(({ slot, look }) => (
        <SlotCell key={slot} slot={slot} look={look} isActive={slot === active} />
      ))}
    </div>
  )
})
