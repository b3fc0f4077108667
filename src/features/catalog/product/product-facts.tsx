import { useSettings, useShippingZones } from '#kernel/client/site.ts'
import type { PublicSettings } from '#kernel/settings.ts'
import { countriesInWords } from '#kernel/shipping/countries.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { benefitsOf } from '#kernel/values/words/premium-benefits.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import type { Product } from '../products/contract.ts'
import { Earns } from '../products/web/product-card.tsx'
import { RETURN_DAYS } from '../rules.ts'

/** The credits that the product earns, always beside the link to enter without buying. */
export function CreditsNote({ product }: { product: Product }) {
  return (
    <div className="flex flex-col gap-1 rounded-sm border border-line bg-surface px-4 py-3">
      <Earns entries={product.entries} tier={product.tier} />
      <p className="text-muted text-sm">
        No purchase necessary: <TextLink to="/legal#no-purchase-necessary">enter free by mail</TextLink>.
      </p>
    </div>
  )
}

function shippingWords({ flatCents, freeFromCents, countries }: PublicSettings['shipping'], hasZones: boolean): string {
  const to = countriesInWords(countries)
  if (hasZones) return `Shipping to ${to}, priced by your address at checkout`
  if (flatCents === 0) return `Free shipping to ${to}`
  const flat = `Shipping to ${to} for ${formatMoney(flatCents)}`
  return freeFromCents === null ? flat : `${flat}, free from ${formatMoney(freeFromCents, 'short')}`
}

const leavesWords = ({ handlingDays: days }: PublicSettings['shipping']): string | null =>
  days === null ? null : `leaves us within ${days === 1 ? 'a business day' : `${days} business days`}`

/** Shipping and returns, near the add button. */
export function Promises({ product }: { product: Product }) {
  const { shipping } = useSettings()
  const hasZones = useShippingZones()
  const promises: [IconName, string][] = product.isSubscription
    ? [
        ['calendar', `Billed every ${product.interval} until you cancel`],
        ['check', 'Cancel in two clicks; it runs until the end of the paid period'],
      ]
    : [
        ['truck', [shippingWords(shipping, hasZones), leavesWords(shipping)].filter(Boolean).join('; ')],
        ['shield', `Returns of unused goods within ${RETURN_DAYS} days of delivery`],
      ]
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {promises.map(([icon, words]) => (
        <li key={words} className="flex items-start gap-2.5">
          <Icon name={icon} className="mt-0.5 text-coyote" />
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Description, features and specifications. */
export function ProductFacts({ product }: { product: Product }) {
  const { premium } = useSettings()
  const specifications = Object.entries(product.specifications)
  // The benefits of a membership are settings, so no stored text names them.
  const features = [...(product.isSubscription ? benefitsOf(premium) : []), ...product.features]
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <section aria-labelledby="about">
        <SectionHeading id="about">About it</SectionHeading>
        <p className="max-w-prose whitespace-pre-line">{product.description}</p>
        {features.length > 0 && (
          <ul className="mt-5 flex flex-col gap-2">
            {features.map(feature => (
              <li key={feature} className="flex items-start gap-2.5">
                <Icon name="check" size={16} className="mt-1.25 text-coyote" />
                {feature}
              </li>
            ))}
          </ul>
        )}
      </section>
      {specifications.length > 0 && (
        <section aria-labelledby="specifications">
          <SectionHeading id="specifications">Specifications</SectionHeading>
          <dl className="divide-y divide-line border-line border-b">
            {specifications.map(([name, value]) => (
              <div key={name} className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-4 py-2.5">
                <dt className="text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
