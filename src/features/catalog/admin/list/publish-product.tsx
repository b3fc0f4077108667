import { useQuery } from '@tanstack/react-query'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { toast } from '#ui/feedback/toast.ts'
import { PublishDialog } from '#ui/overlays/publish-dialog.tsx'
import type { AdminProduct } from '../../products/admin-contract.ts'
import { PRODUCTS, productsChanged, productsClient } from './products-client.ts'
import { stockInWords } from './stock-words.ts'

type PublishProductProps = { product: AdminProduct; onClose: () => void }

/** Publishes a draft after it said what becomes public and what the server would refuse it for. */
export function PublishProduct({ product, onClose }: PublishProductProps) {
  const { id, name, version } = product
  const { data } = useQuery({
    queryKey: [...PRODUCTS, 'publication', id],
    queryFn: () => call(productsClient().admin.products[':id'].publication.$get({ param: { id } })),
  })
  async function publish() {
    await call(productsClient().products[':id'].$patch({ param: { id }, json: { isDraft: false, version } }))
    await productsChanged()
    toast.success(`${name} is in the store`)
    onClose()
  }
  return (
    <PublishDialog
      name={name}
      facts={publicFactsOf(product)}
      effects={effectsOf(product)}
      blocks={data?.blocks.map(({ message }) => message)}
      onPublish={publish}
      onClose={onClose}
    />
  )
}

function publicFactsOf(product: AdminProduct) {
  const { name, tier, entries, interval, isSubscription, pictures, variants, slug } = product
  return [
    ['Name', name],
    ['Price', <ProductPrice key="price" item={product} size="sm" isListed className="max-w-full" />],
    ...(isSubscription ? ([['Paid', `Every ${interval}`]] as const) : []),
    ['Credits', entries === 0 ? 'None' : `${counted(entries, `${tier} credit`)} a unit`],
    ['Stock', stockInWords(product)],
    ...(variants.length > 1 ? ([['Variants', String(variants.length)]] as const) : []),
    ['Pictures', pictures.length === 0 ? 'None: the logo is shown' : String(pictures.length)],
    ['Page', `${location.origin}/product/${slug}`],
  ] as const
}

function effectsOf({ forSale, inStock }: AdminProduct): string[] {
  const sale = !forSale
    ? 'It is shown as not for sale until “In stock” is ticked.'
    : inStock
      ? 'Shoppers can buy it at once.'
      : 'It is shown as sold out until it has stock.'
  return ['The store, its search and the site map show it at once.', sale, 'No message announces it.']
}
