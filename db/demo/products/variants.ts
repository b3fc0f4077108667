import type { DemoVariant } from '../demo-types.ts'

const SIZES = ['S', 'M', 'L', 'XL', '2XL', '3XL']

/** The one form of a product that leaves nothing to choose. */
export function oneForm(sku: string, stock: number): DemoVariant[] {
  return [{ sku, options: {}, stock }]
}

/**
 * A garment in sizes S to 3XL.
 *
 * @param stock units on hand per size, in that order; 0 is a size sold out
 * @param color its color and the picture that shows it
 */
export function inSizes(
  sku: string,
  stock: readonly [number, number, number, number, number, number],
  color?: { name: string; pictureName: string },
): DemoVariant[] {
  return SIZES.map((size, position) => ({
    sku: `${sku}-${size}`,
    options: color ? { size, color: color.name } : { size },
    stock: stock[position]!,
    ...(color && { pictureName: color.pictureName }),
  }))
}

/** One color of a product that has no sizes. */
export function inColor(sku: string, color: string, stock: number, pictureName: string): DemoVariant {
  return { sku, options: { color }, stock, pictureName }
}
