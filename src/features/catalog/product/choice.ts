import type { ProductVariant, VariantOptions } from '../products/contract.ts'
import { optionNames } from '../rules.ts'

/** The options of a product in the order of choice, each with its values in the order of the variants. */
export function optionsOf(variants: readonly ProductVariant[]): { name: string; values: string[] }[] {
  return optionNames(Object.assign({}, ...variants.map(({ options }) => options))).map(name => ({
    name,
    values: [...new Set(variants.flatMap(({ options }) => options[name] ?? []))],
  }))
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
  variants.find(({ options }) => optionNames({ ...options, ...choice }).every(name => options[name] === choice[name]))

/** Whether a value is available together with the rest of the choice. */
export const canHave = (name: string, value: string, choice: VariantOptions, variants: readonly ProductVariant[]) =>
  variants.some(
    ({ options, inStock }) =>
      inStock &&
      options[name] === value &&
      Object.entries(choice).every(([other, chosen]) => other === name || options[other] === chosen),
  )
