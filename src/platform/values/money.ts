/** Whole cents. All internal amounts use this type. */
export type Cents = number

/** Dollars of the API (at most two decimals) → whole cents. `19.99` → `1999`. */
export const toCents = (dollars: number): Cents => Math.round(dollars * 100)

/** Whole cents → dollars of the API. `1999` → `19.99`. */
export const toDollars = (cents: Cents): number => cents / 100
