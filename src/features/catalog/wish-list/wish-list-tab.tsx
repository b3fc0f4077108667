import { addToCart } from '#features/cart/browser/cart.ts'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { shownPrice } from '#features/cart/prices/shown-price.ts'
import type { Wish } from '#features/wishes/contract.ts'
import { PriceAlert } from '#features/wishes/price-alerts/web/price-alert.tsx'
import { priceAlertAgain } from '#features/wishes/price-alerts/web/price-alerts-client.ts'
import { productPath } from '#features/wishes/rules.ts'
import type { SavedApi } from '#features/wishes/saved/api.server.ts'
import { removeWish, WISHES } from '#features/wishes/saved/web/kept-wishes.ts'
import { TellMe } from '#features/wishes/stock-alerts/web/tell-me.tsx'
import { WaitingList } from '#features/wishes/stock-alerts/web/waiting-list.tsx'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { useList } from '#ui/use-list.ts'
import { cartItemOf } from '../products/card-product.ts'
import { Earns, StockLabel } from '../products/web/product-card.tsx'

const { wishlist } = clientOf<SavedApi>().my
const PAGE = '20'

/** Wish List of the dashboard: saved products with their current prices and stock, then the requests to be told. */
export function WishListTab() {
  const list = useList({
    queryKey: [...WISHES, 'list'],
    fetchPage: next => call(wishlist.$get({ query: { limit: PAGE, ...next } })),
    rowsOf: page => page.items,
  })
  const empty = (
    <EmptyState
      icon="heart"
      title="Nothing saved yet"
      action={<ButtonLink to="/store">Find gear worth saving</ButtonLink>}
    >
      Press the heart on anything in the store. It waits here with its price of that day, and you see when it costs
      less.
    </EmptyState>
  )
  return (
    <div className="flex flex-col gap-12">
      <section aria-labelledby="wish-list">
        <SectionHeading id="wish-list">Wish List</SectionHeading>
        <ListBody
          list={list}
          failed="Failed to load your wish list"
          loading={<SkeletonText lines={8} className="py-4" />}
          empty={empty}
          nouns={['product', 'products']}
          total={list.firstPage?.total}
        >
          {wishes => (
            <ul className="divide-y divide-line border-line border-b">
              {wishes.map(wish => (
                <Line key={wish.productId} wish={wish} />
              ))}
            </ul>
          )}
        </ListBody>
      </section>
      <WaitingList />
    </div>
  )
}

const optionsOf = ({ options: { color, size } }: Wish) => [color, size].filter(Boolean).join(', ')

function Line({ wish }: { wish: Wish }) {
  const { productId, name, product } = wish
  const options = optionsOf(wish)
  return (
    <li className="grid grid-cols-[5rem_1fr_auto] gap-x-4 py-5 sm:grid-cols-[7rem_1fr_auto]">
      <Picture src={product?.image} alt="" sizes="(width < 40rem) 80px, 112px" className="self-start rounded-sm" />
      <div className="flex min-w-0 flex-col items-start gap-2 sm:grid sm:grid-cols-[1fr_13rem] sm:gap-x-8">
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          {product ? (
            <Link
              to={productPath(product.slug, wish.options)}
              className="font-condensed font-semibold text-lg leading-6 wrap-anywhere hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="font-condensed font-semibold text-lg leading-6 wrap-anywhere">{name}</span>
          )}
          {options && <span className="text-muted text-sm">{options}</span>}
          {product && <PriceOf wish={wish} product={product} />}
          {product && <Earns entries={product.entries} tier={product.tier} />}
          <Stock wish={wish} />
          {product && <PriceAlert productId={productId} name={name} />}
        </div>
        <div className="flex w-full flex-col items-start gap-2 sm:self-center">
          <Action wish={wish} />
        </div>
      </div>
      <IconButton
        icon="trash"
        label={`Remove ${name}`}
        onClick={() => {
          const { variantId, savedAt, savedPrice } = wish
          void removeWish({ productId, variantId, savedAt, savedPrice }, name, priceAlertAgain(productId))
        }}
      />
    </li>
  )
}

/** The current price, and the price when it was saved if that was higher. */
function PriceOf({ wish, product }: { wish: Wish; product: NonNullable<Wish['product']> }) {
  const rules = useSettings()
  const { isSubscription } = product
  const now = shownPrice(product, rules).cents
  const then = shownPrice({ price: wish.savedPrice, salesPrice: null, isSubscription }, rules).cents
  return (
    <>
      <ProductPrice item={product} size="sm" />
      {now < then && (
        <span className="text-sm text-success">
          {formatMoney(then - now)} less than when you saved it (was {formatMoney(then)})
        </span>
      )}
    </>
  )
}

function Stock({ wish: { state, left, options } }: { wish: Wish }) {
  if (state === 'gone') return <span className="text-muted text-sm">No longer in the store.</span>
  if (state === 'variant_gone')
    return <span className="text-muted text-sm">The choice that you saved is no longer sold. Others are.</span>
  if (state === 'sold_out' && Object.keys(options).length === 0) return <StockLabel inStock={false} left={null} />
  return <StockLabel inStock={state === 'in_stock'} left={left} />
}

function Action({ wish }: { wish: Wish }) {
  const { productId, name, product, variantId, state, left } = wish
  if (!product) return null
  if (state === 'sold_out') return <TellMe productId={productId} variantId={variantId} name={name} />
  if (variantId === null || state === 'variant_gone')
    return (
      <ButtonLink to={productPath(product.slug)} variant="secondary" aria-label={`Choose options: ${name}`}>
        Choose options
      </ButtonLink>
    )
  const picture = product.image ? { src: product.image } : undefined
  const add = () =>
    addToCart(cartItemOf({ ...product, id: productId, name, picture }, { variantId, options: wish.options, left }))
  return (
    <Button aria-label={`Add to cart: ${name}`} onClick={add}>
      Add to cart
    </Button>
  )
}
