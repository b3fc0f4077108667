import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { CardProduct } from '../card-product.ts'
import { ProductCard } from './product-card.tsx'

type ProductSectionProps = {
  id: string
  heading: string
  /** Under the heading. */
  text?: ReactNode
  products: readonly CardProduct[]
  /** A link beside the heading. */
  action?: ReactNode
  className?: string
  /** Gaps and columns of the cards; two columns otherwise. */
  grid: string
}

/** A section of a page with product cards; nothing without products. */
export function ProductSection({ id, heading, text, products, action, className, grid }: ProductSectionProps) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id} className={classNames('below-fold', className)}>
      <SectionHeading id={id} action={action}>
        {heading}
      </SectionHeading>
      {text}
      <ul className={`grid grid-cols-2 ${grid}`}>
        {products.map(product => (
          <li key={product.id}>
            <ProductCard product={product} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
