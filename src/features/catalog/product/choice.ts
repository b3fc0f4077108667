import type { ProductVariant, VariantOptions } from '../contract.ts'

export type OptionName = keyof VariantOptions

/** The options of a product in the order of choice, each with its values in the order of the variants. */
export function optionsOf(variants: readonly ProductVariant[]): { name: OptionName; values: string[] }[] {
  return (['color', 'size'] as const)
    .map(name => ({ name, values: [...new Set(variants.flatMap(({ options }) => options[name] ?? []))] }))
    .filter(({ values }) => values.length > 0)
}

/**
 * The choice in the URL. A missing color defaults to the first, which the shopper can see. A missing size is never guessed unless
 * there is only one.
 */
export function choiceIn(params: URLSearchParams, variants: readonly ProductVariant[]): VariantOptions {
  const choice: VariantOptions = {}
  for (const { name, values } of optionsOf(variants)) {
    const asked = values.find(value => value.toLowerCase() === params.get(name)?.toLowerCase())
    const value = asked ?? (name === 'color' || values.length === 1 ? values[0] : undefined)
    if (value) choice[name] = value
  }
  return choice
}

/** The variant of a complete choice; undefined while the choice is incomplete or no such variant exists. */
export const variantOf = (choice: VariantOptions, variants: readonly ProductVariant[]) =>
  variants.find(({ options }) => options.size === choice.size && options.color === choice.color)

/** Whether a value is available together with the rest of the choice. */
export const canHave = (name: OptionName, value: string, choice: VariantOptions, variants: readonly ProductVariant[]) =>
  variants.some(
    ({ options, inStock }) =>
      inStock &&
      options[name] === value &&
      Object.entries(choice).every(([other, chosen]) => other === name || options[other as OptionName] === chosen),
  )
