import { addToCart } from '#features/cart/browser/cart.ts'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { percentOff } from '#features/cart/prices/shown-price.ts'
import { Heart } from '#features/wishes/saved/web/heart.tsx'
import { useSettings } from '#kernel/client/site.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { TierBadge, TierIcon } from '#ui/money/tier-badge.tsx'
import { useIsTransitionTo } from '#ui/navigation/link.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { type CardProduct, cartItemOf } from '../card-product.ts'

type ProductCardProps = {
  product: CardProduct
  /** Above the fold: the picture is fetched at once. */
  priority?: boolean
  /** The shopper just added the product through a link. */
  highlighted?: boolean
  level?: 2 | 3
}

/** One product in a grid: picture, tier, price, credits, stock and the button that adds to the cart. */
export function ProductCard({ product, priority = false, highlighted = false, level = 2 }: ProductCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const path = `/product/${product.slug}`
  return (
    <Card interactive className={classNames('h-full', highlighted && 'border-signal! outline-2 outline-signal')}>
      <div className="relative">
        <Picture
          {...product.picture}
          alt=""
          priority={priority}
          className={useIsTransitionTo(path) ? 'picture-of-card' : undefined}
          sizes="(width < 40rem) calc(50vw - 1.5rem), (width < 80rem) 33vw, 18rem"
        />
        {!product.isSubscription && <Heart product={product} className="absolute right-1 bottom-1 z-1" />}
      </div>
      <div className="absolute inset-x-2 top-2 flex flex-wrap justify-between gap-1.5 sm:inset-x-3 sm:top-3">
        <TierBadge tier={product.tier} />
        <SaleBadge product={product} />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-3 sm:p-4">
        <Heading className="text-lg leading-6">
          <CardLink to={path}>{product.name}</CardLink>
        </Heading>
        <span className="flex flex-col">
          {product.isFrom && <span className="label-sm text-muted">From</span>}
          <ProductPrice item={product} />
        </span>
        <Earns entries={product.entries} tier={product.tier} />
        <StockLabel inStock={product.inStock} left={product.left} />
        <div className="relative mt-auto flex flex-col gap-1 pt-2">
          <CardAction product={product} path={path} />
          <ButtonLink to={path} viewTransition variant="quiet" wide aria-label={`View details: ${product.name}`}>
            View details
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

function SaleBadge({ product }: { product: CardProduct }) {
  const percent = percentOff(product, useSettings())
  return percent > 0 && <Badge tone="signal">−{percent}%</Badge>
}

function CardAction({ product, path }: { product: CardProduct; path: string }) {
  if (!product.inStock)
    return (
      <Button variant="secondary" wide disabled className="px-2!">
        Out of stock
      </Button>
    )
  if (product.variantId === null)
    return (
      <ButtonLink
        to={path}
        variant="secondary"
        wide
        className="px-2!"
        aria-label={`Choose ${product.choices}: ${product.name}`}
      >
        Choose {product.choices}
      </ButtonLink>
    )
  return (
    <Button
      wide
      className="px-2!"
      aria-label={`Add to cart: ${product.name}`}
      onClick={() => addToCart(cartItemOf(product, product))}
    >
      Add to cart
    </Button>
  )
}

/** Placeholder of a card that is loading, as high as most cards. */
export function ProductCardSkeleton() {
  return (
    <Card className="h-full">
      <Skeleton className="aspect-square rounded-none" />
      <div className="flex flex-1 flex-col gap-3 p-3 sm:p-4">
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-7 w-2/5" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="mt-2 h-11" />
        <Skeleton className="h-11" />
      </div>
    </Card>
  )
}

/** "2 Silver credits", "1 Bronze credit". */
const creditWords = (entries: number, tier: Tier) => `${entries} ${tier} ${entries === 1 ? 'credit' : 'credits'}`

/** The credits that one unit earns. */
export function Earns({ entries, tier }: { entries: number; tier: Tier }) {
  if (entries === 0) return <span className="text-muted text-sm">Earns no credits</span>
  return (
    <span className="inline-flex items-start gap-1.5 text-sm">
      <TierIcon tier={tier} size={14} className="mt-1" />
      Earns {creditWords(entries, tier)}
    </span>
  )
}

/** Shows the number left only up to this limit; above it a number would only push the shopper. */
const FEW = 5

/** Stock in words: "In stock", "Only 3 left", "Out of stock". */
function stockWords(inStock: boolean, left: number | null): string {
  if (!inStock) return 'Out of stock'
  return left !== null && left <= FEW ? `Only ${left} left` : 'In stock'
}

/** The stock in words; the square before them is decoration. */
export function StockLabel({ inStock, left }: { inStock: boolean; left: number | null }) {
  const few = inStock && left !== null && left <= FEW
  const hue = few ? 'text-warning' : inStock ? 'text-success' : 'text-muted'
  return (
    <span className={classNames('inline-flex items-center gap-2 text-sm', hue)}>
      <span aria-hidden="true" className={classNames('size-2 border border-current', inStock && 'bg-current')} />
      {stockWords(inStock, left)}
    </span>
  )
}
