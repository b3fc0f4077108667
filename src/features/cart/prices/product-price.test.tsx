import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SettingsContext } from '#kernel/client/site.ts'
import { DEFAULT_SETTINGS, type Settings } from '#kernel/settings.ts'
import { LinePrice, ProductPrice } from './product-price.tsx'

const sticker = { price: 20, salesPrice: 15, isSubscription: false }
const premium = { price: 24.99, salesPrice: null, isSubscription: true, interval: 'month' as const }

/** The words of a price in a display, as a screen reader reads them. */
function read(price: React.ReactNode, display: Settings['pricing']['display']): string {
  const html = renderToStaticMarkup(
    <SettingsContext value={{ ...DEFAULT_SETTINGS, pricing: { display } }}>{price}</SettingsContext>,
  )
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('the price of a product', () => {
  it('has the fee beneath the listed price [B-15.1]', () => {
    expect(read(<ProductPrice item={sticker} />, 'apart')).toBe(
      'Sale price $15.00 , original price $20.00 + $1.00 platform fee, $16.00 in all',
    )
  })

  it('contains the fee in the all-in display, and the struck price contains its own [B-15.2]', () => {
    expect(read(<ProductPrice item={sticker} />, 'all-in')).toBe(
      'Sale price $16.00 , original price $21.00 includes a $1.00 platform fee',
    )
  })

  it('of a membership names its interval and no fee [B-15.4]', () => {
    for (const display of ['apart', 'all-in'] as const)
      expect(read(<ProductPrice item={premium} />, display)).toBe('$24.99 / month')
  })

  it('for staff is the listed price with the fee beneath it in both displays [B-15.13]', () => {
    for (const display of ['apart', 'all-in'] as const)
      expect(read(<ProductPrice item={sticker} isListed />, display)).toContain('+ $1.00 platform fee, $16.00 in all')
  })

  it('of a line in the cart has the fee of all its pieces [B-15.12]', () => {
    const line = <LinePrice item={sticker} quantity={10} />
    expect(read(line, 'apart')).toBe('$150.00 + $8.00 platform fee, $158.00 in all')
    expect(read(line, 'all-in')).toBe('$158.00 includes an $8.00 platform fee')
  })
})
