import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addToCart } from '#features/cart/cart.ts'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { Price } from '#ui/money/price.tsx'
import type { Product, ProductVariant } from '../contract.ts'
import { cartItemOf } from '../products/card-product.ts'
import { StockLabel } from '../products/web/stock-label.tsx'
import { choiceIn, type OptionName, optionsOf, variantOf } from './choice.ts'
import { VariantPicker } from './variant-picker.tsx'

/** The chosen options, kept in the URL so that the shopper can share the link. */
export function useChoice(product: Product) {
  const [params, setParams] = useSearchParams()
  const choice = choiceIn(params, product.variants)
  function choose(name: OptionName, value: string) {
    setParams(
      now => {
        now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return { choice, choose, variant: variantOf(choice, product.variants) }
}

/** Options, quantity, stock and the add button. On phones a bar with the button appears while the button is out of sight. */
export function BuyBox({ product, picker }: { product: Product; picker: ReturnType<typeof useChoice> }) {
  const { choice, choose, variant } = picker
  const [asked, setAsked] = useState(1)
  const [missing, setMissing] = useState<OptionName | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const most = product.isSubscription ? 1 : (variant?.stock ?? MAX_QUANTITY)
  const quantity = Math.max(1, Math.min(asked, most))

  function add() {
    const open = optionsOf(product.variants).find(({ name }) => !choice[name])
    setMissing(open?.name ?? null)
    if (open) {
      box.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
      return
    }
    if (!variant?.inStock) return
    const picture = product.pictures.find(({ image }) => image === variant.image) ?? product.pictures[0]
    addToCart(cartItemOf({ ...product, picture }, { variantId: variant.id, quantity, options: variant.options }))
  }

  const gone = variant ? !variant.inStock : !product.inStock
  const button = (
    <Button wide size="lg" variant={gone ? 'secondary' : 'primary'} disabled={gone} onClick={add}>
      {gone ? (product.inStock ? 'Sold out in this choice' : 'Out of stock') : 'Add to cart'}
    </Button>
  )
  return (
    <div ref={box} className="flex flex-col gap-5">
      <VariantPicker
        variants={product.variants}
        choice={choice}
        missing={missing}
        onChoose={(name, value) => {
          setMissing(null)
          choose(name, value)
        }}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {!product.isSubscription && (
          <NumberStepper
            label={`Quantity of ${product.name}`}
            value={quantity}
            max={Math.max(1, most)}
            disabled={gone}
            onChange={setAsked}
          />
        )}
        <div aria-live="polite">
          <StockOf product={product} variant={variant} />
        </div>
      </div>
      {button}
      <PhoneBar product={product} below={box}>
        {button}
      </PhoneBar>
    </div>
  )
}

function StockOf({ product, variant }: { product: Product; variant: ProductVariant | undefined }) {
  if (product.isSubscription && product.inStock) return null
  return variant ? (
    <StockLabel inStock={variant.inStock} left={variant.stock} />
  ) : (
    <StockLabel inStock={product.inStock} left={null} />
  )
}

type PhoneBarProps = { product: Product; below: React.RefObject<HTMLElement | null>; children: React.ReactNode }

/** Sits above the phone's bottom navigation while the add button is out of sight. */
function PhoneBar({ product, below, children }: PhoneBarProps) {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (!below.current) return
    const watch = new IntersectionObserver(([entry]) => setNeeded(!entry!.isIntersecting))
    watch.observe(below.current)
    return () => watch.disconnect()
  }, [below])
  return (
    <div
      // Floating elements at the foot of the page stay above this bar.
      data-bottom-bar
      inert={!needed}
      className={classNames(
        'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-4 border-line border-t bg-surface px-4 py-2 transition-opacity md:hidden',
        !needed && 'pointer-events-none opacity-0',
      )}
    >
      <Price cents={toCents(product.salesPrice ?? product.price)} className="shrink-0" />
      {children}
    </div>
  )
}
