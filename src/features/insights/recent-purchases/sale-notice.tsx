import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { RecentSale } from '../contract.ts'
import { useRecentSales } from '../insights-client.ts'

/** "bought Star-Fort Sticker", "bought Star-Fort Sticker, 3 items in all"; the name is that of the first item. */
export const boughtWords = ({ items, productName }: RecentSale) =>
  items === 1 ? `bought ${productName}` : `bought ${productName}, ${items} items in all`

/**
 * One recent purchase. On phones a bar under the header, clear of all buttons; else a card in the corner. Not announced to screen
 * readers, because it would interrupt the page. Default export for lazy loading.
 */
export default function SaleNotice({ turn, onClose }: { turn: number; onClose: () => void }) {
  const { data } = useRecentSales()
  const sale = data?.rows[turn % data.rows.length]
  if (!sale) return null
  return (
    <aside
      aria-label="Recent purchases"
      className="under-header fixed inset-x-0 z-20 flex items-center gap-3 border-line border-b bg-surface pl-4 opacity-100 transition-opacity lg:inset-x-auto lg:top-auto lg:bottom-4 lg:left-4 lg:w-88 lg:rounded-md lg:border lg:py-2 starting:opacity-0"
    >
      <Icon name="cart" className="text-coyote" />
      <div className="min-w-0 flex-1 text-sm max-lg:flex max-lg:gap-1.5">
        <p className="shrink-0 truncate font-semibold">
          {sale.customerName}
          <span className="font-normal text-muted max-sm:hidden">, {sale.location}</span>
        </p>
        <p className="truncate text-muted">{boughtWords(sale)}</p>
      </div>
      {data?.isSample && <Badge>Sample</Badge>}
      <IconButton icon="close" label="Close recent purchases" onClick={onClose} />
    </aside>
  )
}
