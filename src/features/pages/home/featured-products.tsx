import { toCents } from '#platform/money.ts'
import { Card, CardLink } from '#ui/card.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { SectionHeading } from '#ui/section-heading.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import type { FeaturedProduct } from './load-home.ts'

/** The first products of the store, as the shop orders them. */
export function FeaturedProducts({ products }: { products: FeaturedProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="featured-products" className="page-width pt-16 sm:pt-20">
      <SectionHeading id="featured-products" action={<TextLink to="/store">The whole store</TextLink>}>
        From the store
      </SectionHeading>
      <ul className="grid grid-cols-2 gap-3 sm:gap-6 lg:grid-cols-4">
        {products.map(product => (
          <li key={product.id}>
            <ProductPlate product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProductPlate({ product }: { product: FeaturedProduct }) {
  const cents = toCents(product.salesPrice ?? product.price)
  return (
    <Card interactive className="h-full">
      <Picture
        src={product.picture?.src}
        alt=""
        placeholder={product.picture?.placeholder}
        sizes="(width < 64rem) 50vw, 20rem"
      />
      <div className="flex flex-1 flex-col gap-2 p-3 sm:p-4">
        <h3 className="text-lg leading-6">
          <CardLink to={`/product/${product.slug}`}>{product.name}</CardLink>
        </h3>
        <Price
          cents={cents}
          originalCents={toCents(product.price)}
          {...(product.isSubscription && { per: `/ ${product.interval}` })}
        />
        <p className="mt-auto flex flex-wrap items-center gap-x-2 text-muted text-sm">
          {product.entries > 0 ? `Earns ${product.entries}` : 'Earns no credits'}
          {product.entries > 0 && <TierBadge tier={product.tier} plain />}
        </p>
      </div>
    </Card>
  )
}
