import { useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addToCart } from '#features/cart/browser/cart.ts'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { thingName } from '#features/wishes/rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { PhoneBar } from '#ui/layout/phone-bar.tsx'
import { lazy } from '#ui/lazy.tsx'
import { cartItemOf } from '../products/card-product.ts'
import type { Product, ProductVariant, VariantOptions } from '../products/contract.ts'
import { pricesIn } from '../products/variant-price.ts'
import { StockLabel } from '../products/web/product-card.tsx'
import { optionLabel, optionsInWords } from '../rules.ts'
import { canHave, choiceIn, optionsOf, variantOf } from './choice.ts'

const TellMe = lazy(async () => (await import('#features/wishes/stock-alerts/web/tell-me.tsx')).TellMe)

/** The chosen options, kept in the URL so that the shopper can share the link. */
export function useChoice(product: Product) {
  const [params, setParams] = useSearchParams()
  const choice = choiceIn(params, product.variants)
  function choose(name: string, value: string) {
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
  const [missing, setMissing] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const most = product.isSubscription ? 1 : Math.min(MAX_QUANTITY, variant?.stock ?? MAX_QUANTITY)
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
    addToCart(
      cartItemOf(
        { ...product, ...pricesIn(product, variant), picture },
        { variantId: variant.id, quantity, options: variant.options, left: variant.stock },
      ),
    )
  }

  const gone = variant ? !variant.inStock : !product.inStock
  const button = (
    <Button wide size="lg" variant={gone ? 'secondary' : 'primary'} disabled={gone} onClick={add}>
      {gone ? (product.inStock ? `Sold out in ${optionsInWords(choice)}` : 'Out of stock') : 'Add to cart'}
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
      {gone && !product.isSubscription && <TellMe {...soldOutOf(product, variant)} />}
      <PhoneBar below={box}>
        <ProductPrice item={{ ...product, ...pricesIn(product, variant) }} className="max-w-36 shrink-0" />
        {button}
      </PhoneBar>
    </div>
  )
}

/** What a shopper waits for: the chosen variant, or the only one, or any while none is chosen. */
function soldOutOf(product: Product, variant: ProductVariant | undefined) {
  const wanted = variant ?? (product.variants.length === 1 ? product.variants[0] : undefined)
  return { productId: product.id, variantId: wanted?.id ?? null, name: thingName(product.name, wanted?.options) }
}

function StockOf({ product, variant }: { product: Product; variant: ProductVariant | undefined }) {
  if (product.isSubscription && product.inStock) return null
  return variant ? (
    <StockLabel inStock={variant.inStock} left={variant.stock} />
  ) : (
    <StockLabel inStock={product.inStock} left={null} />
  )
}

type VariantPickerProps = {
  variants: readonly ProductVariant[]
  choice: VariantOptions
  onChoose: (name: string, value: string) => void
  /** The option that the shopper must choose before adding to the cart. */
  missing: string | null
}

/** Sizes and colors as radio buttons, reachable by arrow keys. Sold-out values can be viewed and are marked. */
function VariantPicker({ variants, choice, onChoose, missing }: VariantPickerProps) {
  const id = useId()
  return optionsOf(variants).map(({ name, values }) => (
    <fieldset key={name} aria-describedby={missing === name ? `${id}-missing` : undefined}>
      <legend className="label-sm mb-2 text-muted">
        {optionLabel(name)}
        {choice[name] && <span className="ml-2 text-ink">{choice[name]}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map(value => (
          <Value
            key={value}
            group={`${id}-${name}`}
            value={value}
            checked={choice[name] === value}
            available={canHave(name, value, choice, variants)}
            onChoose={() => onChoose(name, value)}
          />
        ))}
      </div>
      <div role="alert" className="mt-1.5 empty:hidden">
        {missing === name && <FieldError id={`${id}-missing`}>Please choose a {name}.</FieldError>}
      </div>
    </fieldset>
  ))
}

type ValueProps = { group: string; value: string; checked: boolean; available: boolean; onChoose: () => void }

function Value({ group, value, checked, available, onChoose }: ValueProps) {
  return (
    <label
      className={classNames(
        'figure relative inline-flex min-h-11 min-w-12 cursor-pointer items-center justify-center rounded-sm border px-3 font-semibold transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        checked ? 'border-signal text-signal' : 'border-line-strong hover:border-ink',
        !available && 'border-dashed text-muted line-through',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 appearance-none opacity-0"
      />
      {value}
      {!available && <span className="sr-only">, sold out</span>}
    </label>
  )
}
