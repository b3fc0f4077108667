import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ProductPrice } from '#features/cart/prices/product-price.tsx'
import { Earns } from '#features/catalog/products/web/product-card.tsx'
import { classNames } from '#ui/class-names.ts'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { type Option, useSuggestions } from './use-suggestions.ts'

/** What the field tells of its list. */
export type Combobox = { isOpen: boolean; activeId: string | undefined }
export type PressKey = ((event: KeyboardEvent) => void) | undefined

type SuggestionsProps = {
  text: string
  hasFocus: boolean
  /** Gets the handler for keys in the field. */
  pressKey: RefObject<PressKey>
  onChange: (combobox: Combobox) => void
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The list of a combobox: the focus stays in the field, and `aria-activedescendant` marks the current line. No line is current at first. */
export default function Suggestions({ text, hasFocus, pressKey, onChange }: SuggestionsProps) {
  const { isSought, found, options, isSearching, problem } = useSuggestions(text)
  const [active, setActive] = useState(-1)
  const [dismissed, setDismissed] = useState<string>()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const isOpen = hasFocus && isSought && dismissed !== text && (found !== undefined || problem !== undefined)
  const current = isOpen ? options[active] : undefined
  const activeId = current?.id

  // A later list of the same text has another product at the place: Enter must not open one that was not seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another list.
  useEffect(() => setActive(-1), [text, found])
  useEffect(
    () => onChange({ isOpen: isOpen && options.length > 0, activeId }),
    [isOpen, options.length, activeId, onChange],
  )
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose({ to }: Option) {
    setDismissed(text)
    void navigate(to)
  }
  useImperativeHandle(pressKey, () => (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step && isOpen && options.length > 0) {
      // One place before the first line and after the last is the field itself.
      const places = options.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (step && isSought) setDismissed(undefined)
    else if (event.key === 'Enter' && current) choose(current)
    else if (event.key === 'Escape' && isOpen) setDismissed(text)
    else return
    event.preventDefault()
  })
  return (
    <>
      <p role="status" className="sr-only">
        {hasFocus && isSought ? statusOf({ found, isSearching, problem }) : ''}
      </p>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the field.
        <div ref={list} className="search-list" onMouseDown={event => event.preventDefault()}>
          {headOf({ found, problem }) && <p className="px-4 py-3 text-muted text-sm">{headOf({ found, problem })}</p>}
          <div
            role="listbox"
            id="suggestions"
            aria-label="Suggestions"
            aria-busy={isSearching}
            className="empty:hidden"
          >
            {options.map(option => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field takes the keys.
              <div
                key={option.id}
                role="option"
                id={option.id}
                aria-selected={option === current}
                onClick={() => choose(option)}
                className={classNames(
                  'flex min-h-11 cursor-pointer items-center gap-3 border-l-2 px-4 py-2 hover:bg-raised',
                  option === current ? 'border-signal bg-raised' : 'border-transparent',
                )}
              >
                <Line option={option} />
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  )
}

type Standing = Partial<Pick<ReturnType<typeof useSuggestions>, 'found' | 'problem'>>

/** The line above the suggestions. */
function headOf({ found, problem }: Standing): string | undefined {
  if (problem) return problem
  if (!found) return undefined
  if (found.total === 0) return 'No products match. Look for another word.'
  return found.isAlike ? `No exact match. Closest ${found.total === 1 ? 'result' : 'results'}:` : undefined
}

function statusOf({ found, isSearching, problem }: Standing & { isSearching: boolean }): string {
  if (problem) return problem
  if (isSearching || !found) return ''
  if (found.total === 0) return 'No products match.'
  const products = found.total === 1 ? '1 product' : `${found.total} products`
  return `${found.isAlike ? 'No exact match. Closest: ' : ''}${products}. Arrow keys choose, Enter opens.`
}

function Line({ option }: { option: Option }) {
  if (option.kind === 'all')
    return (
      <>
        <Icon name="search" className="text-muted" />
        <span className="font-semibold">
          {option.total === 1 ? 'See the result in the store' : `See all ${option.total} results`}
        </span>
      </>
    )
  const { picture } = option.kind === 'product' ? option.product : option.giveaway
  const shownPicture = <Picture {...picture} alt="" sizes="4rem" className="w-16 shrink-0 rounded-sm" />
  if (option.kind === 'giveaway')
    return (
      <>
        {shownPicture}
        <span className="flex min-w-0 flex-col items-start gap-1">
          <span className="text-muted text-sm">Giveaway</span>
          <span className="font-semibold leading-5">{option.giveaway.title}</span>
          <TierBadge tier={option.giveaway.tier} plain />
        </span>
      </>
    )
  const { product } = option
  return (
    <>
      {shownPicture}
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-semibold leading-5">{product.name}</span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <ProductPrice item={product} size="sm" />
          {product.inStock ? (
            <Earns entries={product.entries} tier={product.tier} />
          ) : (
            <span className="text-muted text-sm">Out of stock</span>
          )}
        </span>
      </span>
    </>
  )
}
