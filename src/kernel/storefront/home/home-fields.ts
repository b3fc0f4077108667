import type { PublicSettings } from '../../settings.ts'

type Facts = Pick<PublicSettings, 'brand' | 'minimumAge' | 'premium' | 'mailInHours'>

/** What a text of the home page names instead of typing it. */
export const HOME_FIELDS: Readonly<Record<string, { label: string; valueOf: (facts: Facts) => string }>> = {
  shop: { label: 'Name of the shop', valueOf: ({ brand }) => brand.name },
  minimumAge: { label: 'Minimum age', valueOf: ({ minimumAge }) => String(minimumAge) },
  monthlyBenefit: {
    label: 'Monthly benefit of members',
    valueOf: ({ premium }) => (premium.monthlyBenefit === 'bronze-credit' ? 'a credit' : 'bonus entries'),
  },
  mailInDays: { label: 'Days for entries by mail', valueOf: ({ mailInHours }) => String(mailInHours / 24) },
}

const FIELD = /\{(\w+)\}/g

/** A text with its fields replaced by the values of the settings. */
export const filledText = (text: string, facts: Facts): string =>
  text.replace(FIELD, (whole, name: string) =>
    Object.hasOwn(HOME_FIELDS, name) ? HOME_FIELDS[name]!.valueOf(facts) : whole,
  )

/** Names in braces that are no field. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(FIELD)].flatMap(([, name]) => (Object.hasOwn(HOME_FIELDS, name!) ? [] : [name!]))
