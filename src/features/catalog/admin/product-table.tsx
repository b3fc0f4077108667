import { toCents } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import type { AdminProduct } from '../admin-contract.ts'

type ProductTableProps = {
  products: readonly AdminProduct[]
  onEdit: (product: AdminProduct) => void
  onDelete: (product: AdminProduct) => void
}

export function ProductTable({ products, onEdit, onDelete }: ProductTableProps) {
  return (
    <Table caption="Products" captionHidden>
      <thead>
        <tr>
          <HeadCell>Product</HeadCell>
          <HeadCell>Tier</HeadCell>
          <HeadCell numeric>Price</HeadCell>
          <HeadCell numeric>Entries</HeadCell>
          <HeadCell>In stock</HeadCell>
          <HeadCell numeric>On hand</HeadCell>
          <HeadCell numeric>Display order</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {products.map(product => (
          <tr key={product.id} className="hover:bg-raised">
            <Cell>
              <span className="flex items-center gap-3">
                <Picture src={product.pictures[0]?.src} alt="" sizes="3rem" className="w-12 shrink-0" />
                <TextLink to={`/product/${product.slug}`} className="min-w-40 text-ink!">
                  {product.name}
                </TextLink>
              </span>
            </Cell>
            <Cell>
              <TierBadge tier={product.tier} plain />
            </Cell>
            <Cell numeric>
              <Price
                size="sm"
                cents={toCents(product.salesPrice ?? product.price)}
                originalCents={toCents(product.price)}
                className="justify-end"
              />
            </Cell>
            <Cell numeric>{product.entries}</Cell>
            <Cell>
              <StockBadge product={product} />
            </Cell>
            <Cell numeric>{onHand(product)}</Cell>
            <Cell numeric>{product.displayOrder ?? <span className="text-muted">Random</span>}</Cell>
            <Cell>
              <span className="flex justify-end">
                <IconButton size="sm" icon="edit" label={`Edit ${product.name}`} onClick={() => onEdit(product)} />
                <IconButton size="sm" icon="trash" label={`Delete ${product.name}`} onClick={() => onDelete(product)} />
              </span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function StockBadge({ product }: { product: AdminProduct }) {
  if (!product.forSale) return <Badge tone="warning">Not for sale</Badge>
  return product.inStock ? <Badge tone="success">In stock</Badge> : <Badge tone="danger">Out of stock</Badge>
}

/** Units in the house over all variants, and how many of them are held. */
function onHand({ variants }: AdminProduct) {
  if (variants.some(variant => variant.stockOnHand === null)) return 'Not counted'
  const units = variants.reduce((sum, variant) => sum + variant.stockOnHand!, 0)
  const held = variants.reduce((sum, variant) => sum + variant.held, 0)
  return held > 0 ? `${units} (${held} held)` : units
}
