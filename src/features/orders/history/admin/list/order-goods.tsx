import { Badge } from '#ui/data/badge.tsx'
import { Cell } from '#ui/data/table.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { StaffOrderRow } from '../contract.ts'

/** The columns beside the box; on phones most are hidden, and the cell spans what is left. */
const COLUMNS = 8

/** A row below an order: what goes into its parcel, with pictures, and what is short. */
export function OrderGoods({ row: { reference, goods }, isIndented }: { row: StaffOrderRow; isIndented: boolean }) {
  return (
    <tr>
      {isIndented && <td />}
      <Cell colSpan={COLUMNS}>
        <ul aria-label={`Goods of ${reference}`} className="flex flex-wrap gap-x-8 gap-y-3 pb-2">
          {goods.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order keep their places.
            <li key={at} className="grid w-full max-w-xs grid-cols-[3rem_1fr] gap-x-3 text-sm">
              <Picture src={line.image} alt="" sizes="48px" className="self-start rounded-sm" />
              <span className="min-w-0">
                <span className="block wrap-anywhere">
                  <strong className="tabular-nums">{line.pieces} ×</strong> {line.name}
                </span>
                <span className="block text-muted wrap-anywhere">
                  {[...Object.values(line.options), line.sku && `SKU ${line.sku}`].filter(Boolean).join(' · ')}
                </span>
                {line.short > 0 && <Badge tone="warning">{line.short} short</Badge>}
              </span>
            </li>
          ))}
        </ul>
      </Cell>
    </tr>
  )
}
