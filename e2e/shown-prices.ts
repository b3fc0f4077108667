import type { Page } from 'playwright-core'
import { feeOf } from '#features/cart/rules.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { toCents } from '#kernel/values/money.ts'

export type Display = Settings['pricing']['display']

/** The money on a page, as a visitor or a search engine reads it. */
export type MoneyOnPage = {
  /** The words of each price of a product. */
  prices: string[]
  /** Other blocks with an amount: heading, paragraph, list item or section by label. */
  others: string[]
  /** Prices of offers in the structured data, with their currency-free parts. */
  offers: { price: string; parts: string[] }[]
  /** Amounts in titles, descriptions and other tags of the head. */
  head: string[]
}

/** Reads all money on the current page. */
export const moneyOn = (page: Page): Promise<MoneyOnPage> =>
  page.evaluate(() => {
    const words = (node: Element) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const hasMoney = (text: string | null) => /\$\s?\d/.test(text ?? '')
    const others = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const around = texts.currentNode.parentElement!
      if (!hasMoney(texts.currentNode.textContent) || around.closest('[data-price], script, style')) continue
      const group = around.closest('section[aria-label], dl')
      const block = around.closest('p, li, tr, h1, h2, h3, h4, label, button, fieldset') ?? around.parentElement!
      others.add(`${group?.getAttribute('aria-label') ?? (group ? words(group) : '')} › ${words(block)}`)
    }
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')]
    type Part = { price: string }
    type Offer = Part & { priceSpecification?: { priceComponent: Part[] } }
    const offers: Offer[] = []
    const walk = (value: unknown): void => {
      if (!value || typeof value !== 'object') return
      if ((value as { '@type'?: string })['@type'] === 'Offer') offers.push(value as Offer)
      for (const part of Object.values(value)) walk(part)
    }
    for (const script of data) walk(JSON.parse(script.textContent!))
    const head = [...document.head.querySelectorAll('title, meta[content]')].map(
      tag => tag.getAttribute('content') ?? tag.textContent ?? '',
    )
    return {
      prices: [...document.querySelectorAll('[data-price]')].map(words),
      others: [...others],
      offers: offers.map(({ price, priceSpecification }) => ({
        price,
        parts: priceSpecification?.priceComponent.map(part => part.price) ?? [],
      })),
      head: head.filter(hasMoney),
    }
  })

const AMOUNT = String.raw`\$([\d,]+\.\d\d)`
const SALE = `(?:Sale price )?${AMOUNT}(?:, original price ${AMOUNT})?`
const FORMS: Record<Display, RegExp> = {
  apart: new RegExp(String.raw`^${SALE} ?\+ ${AMOUNT} platform fee, ${AMOUNT} in all$`),
  'all-in': new RegExp(`^${SALE} ?includes an? ${AMOUNT} platform fee$`),
}
/** Memberships have no fee. */
const MEMBERSHIP = new RegExp(`^${SALE} / (?:month|year)$`)

const centsIn = (text: string | undefined) => toCents(Number(text!.replaceAll(',', '')))
const feeOn = (cents: number) => feeOf(cents, DEFAULT_SETTINGS.fee).amount

/** True if the words tell the fee, and the amounts are those that are charged. */
export function tellsFee(words: string, display: Display): boolean {
  if (MEMBERSHIP.test(words)) return true
  const found = FORMS[display].exec(words)
  if (!found) return false
  const [, shown, , fee, sum] = found
  const listed = display === 'apart' ? centsIn(shown) : centsIn(shown) - centsIn(fee)
  return centsIn(fee) === feeOn(listed) && (display === 'all-in' || centsIn(sum) === listed + centsIn(fee))
}

/** Amounts that are no price of goods, as `address: group › words`. */
const NO_PRICE: readonly RegExp[] = [
  // The value and the name of a prize.
  /(?:: |› )Value ?\$/,
  /\$1,000 Gift Card|gift card over \$1,000/,
  /^\/giveaways\/[^/]+\/(?:stage|rules): /,
  /^\/winners: .*Value \$/,
  // The value of a prize from which its draw waits longer and takes two persons.
  /\bprizes?\b.* \$5,000/,
  // A membership, which has no fee.
  /Premium, \$24\.99 a month|Premium costs \$24\.99 a month/,
  /^\/product\/premium-\w+: .*(?:Billing\$|at \$24\.99)/,
  /^\/dashboard\?tab=subscription: /,
  // A filter, whose heading says whether its amounts contain the fee.
  /: Price (?:before|with) platform fee ›/,
  // Records of orders: the page of each has the fee as a line of its own.
  /^\/orders\//,
  /^\/dashboard: .*Bought /,
  /^\/dashboard\?tab=purchases: Purchase History ›/,
]

/** Names each amount on the current page that lacks its fee, and each offer to search engines that differs from what a visitor reads. */
export async function checkPrices(page: Page, path: string, display: Display) {
  const { prices, others, offers, head } = await moneyOn(page)
  const bare = [...others, ...head].map(words => `${path}: ${words}`)
  const wrong = bare.filter(words => !NO_PRICE.some(known => known.test(words)))
  wrong.push(...prices.filter(words => !tellsFee(words, display)).map(words => `${path}: ${words}`))
  for (const { price, parts } of offers) {
    const sum = parts.reduce((sum, part) => sum + Number(part), 0)
    if (parts.length > 0 && sum.toFixed(2) !== price) wrong.push(`${path}: offer of ${price} from ${parts}`)
    // The first price of a product page is that of the product.
    if (path.startsWith('/product/') && !prices[0]?.replaceAll(',', '').includes(`$${price}`))
      wrong.push(`${path}: offer of ${price} beside ${prices[0]}`)
  }
  return { wrong, count: prices.length }
}
