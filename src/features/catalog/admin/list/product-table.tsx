import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, HeadCell, SortHeadCell, Table } from '#ui/data/table.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { ChooseAllCell, ChooseCell } from '#ui/staff-kit/choose-cells.tsx'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import type { AdminProduct, AdminProductsQuery, ListedProduct } from '../../products/admin-contract.ts'
import { restoreProduct } from './delete-product.tsx'
import { stockInWords } from './stock-words.ts'

type Sort = AdminProductsQuery['sort']
type Way = AdminProductsQuery['way']

export type ProductActs = {
  onEdit: (product: AdminProduct) => void
  onDelete: (product: AdminProduct) => void
  onStock: (product: AdminProduct) => void
  onPublish: (product: AdminProduct) => void
}

type ProductTableProps = ProductActs & {
  products: readonly ListedProduct[]
  selection: Selection<AdminProduct>
  sort: Sort
  way: Way
  onSort: (sort: Sort, way: Way) => void
}

/** Products, one row each; the name opens the product. On narrow screens one cell replaces the columns. */
export function ProductTable({ products, selection, sort, way, onSort, ...acts }: ProductTableProps) {
  const mayChange = useRight('products.change')
  const inStore = products.filter(({ deletedAt }) => !deletedAt)
  const sorts = (name: Sort) => ({
    sorted: sort === name ? (way === 'up' ? ('ascending' as const) : ('descending' as const)) : undefined,
    onSort: (direction: 'ascending' | 'descending') => onSort(name, direction === 'ascending' ? 'up' : 'down'),
  })
  return (
    <Table caption="Products" captionHidden className="max-xl:min-w-0!">
      <thead>
        <tr>
          {mayChange && <ChooseAllCell label="Choose all that are shown" rows={inStore} selection={selection} />}
          <SortHeadCell {...sorts('name')}>Product</SortHeadCell>
          <HeadCell className="max-xl:hidden">Tier</HeadCell>
          <SortHeadCell numeric className="max-md:hidden" {...sorts('price')}>
            Price
          </SortHeadCell>
          <HeadCell numeric className="max-xl:hidden">
            Entries
          </HeadCell>
          <HeadCell className="max-md:hidden">Stock</HeadCell>
          <SortHeadCell numeric className="max-xl:hidden" {...sorts('order')}>
            Display order
          </SortHeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {products.map(product => (
          <Row key={product.id} product={product} selection={mayChange ? selection : undefined} {...acts} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = ProductActs & {
  product: ListedProduct
  selection: Selection<AdminProduct> | undefined
}

function Row({ product, selection, ...acts }: RowProps) {
  return (
    <tr className="hover:bg-raised">
      {selection && (
        <ChooseCell
          label={`Choose ${product.name}`}
          row={product}
          selection={selection}
          isOffered={!product.deletedAt}
          className="max-md:align-top"
        />
      )}
      <Cell>
        <span className="flex items-center gap-3">
          <Picture src={product.pictures[0]?.src} alt="" sizes="3rem" className="w-12 shrink-0 self-start" />
          <span className="min-w-0">
            <button
              type="button"
              onClick={() => acts.onEdit(product)}
              className="min-h-9 rounded-sm text-left font-semibold underline decoration-1 decoration-line-strong underline-offset-3 wrap-anywhere hover:decoration-ink"
            >
              {product.name}
            </button>
            <InOneCell product={product} />
          </span>
        </span>
      </Cell>
      <Cell className="max-xl:hidden">
        <TierBadge tier={product.tier} plain />
      </Cell>
      <Cell numeric className="max-md:hidden">
        <ProductPrice item={product} size="sm" isListed isNumeric className="xl:whitespace-nowrap" />
      </Cell>
      <Cell numeric className="max-xl:hidden">
        {product.entries}
      </Cell>
      <Cell className="max-md:hidden">
        <span className="flex flex-wrap items-center gap-2">
          <StockBadge product={product} />
          <span className="whitespace-nowrap text-muted tabular-nums">{stockInWords(product)}</span>
          <Waiting count={product.waiting} />
        </span>
      </Cell>
      <Cell numeric className="max-xl:hidden">
        {product.displayOrder ?? <span className="text-muted">Random</span>}
      </Cell>
      <Cell className="pl-0! max-md:align-top">
        <Acts product={product} {...acts} />
      </Cell>
    </tr>
  )
}

function Acts({ product, onEdit, onDelete, onStock, onPublish }: ProductActs & { product: AdminProduct }) {
  const mayChange = useRight('products.change')
  const mayDelete = useRight('products.delete')
  const { name, deletedAt } = product
  if (deletedAt)
    return mayDelete ? (
      <Button size="sm" variant="secondary" icon="undo" onClick={() => void restoreProduct(product)}>
        Restore
      </Button>
    ) : null
  return (
    <span className="flex items-center justify-end max-md:flex-col max-md:items-end">
      {mayChange && (
        <>
          {product.isDraft && (
            <Button size="sm" aria-label={`Publish ${name}`} onClick={() => onPublish(product)}>
              Publish
            </Button>
          )}
          <IconButton size="sm" icon="edit" label={`Edit ${name}`} onClick={() => onEdit(product)} />
          <IconButton size="sm" icon="box" label={`Adjust stock of ${name}`} onClick={() => onStock(product)} />
        </>
      )}
      {mayDelete && <IconButton size="sm" icon="trash" label={`Delete ${name}`} onClick={() => onDelete(product)} />}
    </span>
  )
}

const InOneCell = ({ product }: { product: ListedProduct }) => (
  <span className="flex flex-col items-start gap-1.5 pt-1 xl:hidden">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ProductPrice item={product} size="sm" isListed className="md:hidden" />
      <TierBadge tier={product.tier} plain />
    </span>
    <span className="flex flex-wrap items-center gap-2 text-muted text-sm md:hidden">
      <StockBadge product={product} />
      {stockInWords(product)}
      <Waiting count={product.waiting} />
    </span>
    <span className="text-muted text-sm">
      {product.entries} {product.entries === 1 ? 'entry' : 'entries'} ·{' '}
      <span className="whitespace-nowrap">Display order {product.displayOrder ?? 'random'}</span>
    </span>
  </span>
)

/** Shoppers who are told when the product is back. */
const Waiting = ({ count }: { count: number }) =>
  count > 0 && <span className="whitespace-nowrap text-muted text-sm tabular-nums">{count} waiting</span>

function StockBadge({ product }: { product: AdminProduct }) {
  if (product.deletedAt) return <Badge>Deleted</Badge>
  if (product.isDraft) return <Badge tone="signal">Draft</Badge>
  if (!product.forSale) return <Badge tone="warning">Not for sale</Badge>
  return product.inStock ? <Badge tone="success">In stock</Badge> : <Badge tone="danger">Out of stock</Badge>
}
