import { useNavigate } from 'react-router'
import { useStore } from '#kernel/client/store.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { hearts, loadWishes } from './hearts.ts'

type HeartProps = {
  product: { id: string; name: string; price: number; salesPrice: number | null }
  /** The chosen variant. Without one, the heart is about any choice of the product. */
  variantId?: string | undefined
  className?: string
}

/** Saves a product to the wish list, or removes it. The server's rendering is empty, because it is cached for all visitors. */
export function Heart({ product, variantId, className }: HeartProps) {
  const saved = useStore(hearts, undefined, all => all.get(product.id))
  const navigate = useNavigate()
  const isSaved = saved !== undefined && (!variantId || saved === variantId)
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save to wish list: ${product.name}`}
      className={classNames('inline-flex size-11 items-center justify-center rounded-sm bg-surface/85', className)}
      onClick={() => void loadWishes().then(kept => kept.press(product, variantId, isSaved, navigate))}
    >
      <Icon name="heart" size={24} className={isSaved ? 'fill-current text-signal' : ''} />
    </button>
  )
}
