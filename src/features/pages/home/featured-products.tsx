import type { CardProduct } from '#features/catalog/products/card-product.ts'
import { ProductCard } from '#features/catalog/products/web/product-card.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'

/** The first products, in the order of the store. */
export function FeaturedProducts({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="featured-products" className="page-width pt-16 sm:pt-20">
      <SectionHeading id="featured-products" action={<TextLink to="/store">The whole store</TextLink>}>
        From the store
      </SectionHeading>
      <ul className="grid grid-cols-2 gap-3 sm:gap-6 lg:grid-cols-4">
        {products.map(product => (
          <li key={product.id}>
            <ProductCard product={product} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
