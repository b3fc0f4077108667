import { z } from 'zod'
import { ignoredFields } from '#kernel/api/ignored-fields.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { neededInput, textInput, wholeInput } from '#kernel/fields/field-kinds.ts'
import { withoutNoise } from '#kernel/values/inputs/decimals.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { ONE_LINE } from '#kernel/values/words/one-line.ts'
import { optionLabel } from '../rules.ts'
import { DEFAULT_IMAGE } from './contract.ts'
import { FIELDS, PRODUCT } from './product-fields.ts'

const image = z
  .string(ifMissing('Choose an image'))
  .max(300, { abort: true })
  .regex(/^s3:(products|giveaways)\/[\w/-]+$/, 'An image must be a reference that an upload answered')

/** Names that have words of their own in the store's addresses and in a CSV. */
const KNOWN_OPTIONS: Record<string, string> = { size: 'size', color: 'color', colour: 'color' }
/** An option's name as it is stored: "Colour" is `color`. */
export const optionKey = (name: string): string => KNOWN_OPTIONS[name.trim().toLowerCase()] ?? name.trim()

const MAX_OPTIONS = 3
const MAX_VALUE = 40
const OptionsInput = z
  .record(neededInput('An option', 40, 'An option needs a name').transform(optionKey), z.string())
  .superRefine((options, ctx) => {
    const names = Object.keys(options)
    if (names.length > MAX_OPTIONS) ctx.addIssue({ code: 'custom', message: `At most ${MAX_OPTIONS} options` })
    if (new Set(names.map(name => name.toLowerCase())).size < names.length)
      ctx.addIssue({ code: 'custom', message: 'Two options have one name' })
    for (const name of names) {
      const { length } = options[name]!.trim()
      const problem = length === 0 ? 'is required' : length > MAX_VALUE ? `must be ${MAX_VALUE} characters or less` : ''
      if (problem) ctx.addIssue({ code: 'custom', path: [name], message: `${optionLabel(name)} ${problem}` })
    }
  })
  .transform(options => Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value.trim()])))

/** What a unit weighs at most: a ton. */
const MAX_GRAMS = 1_000_000
const grams = z
  .int(ifWrong('Weight must be a whole number'))
  .min(1, 'Weight must be 1 gram or more. Leave it empty if you do not know it')
  .max(MAX_GRAMS, `Weight cannot be more than ${MAX_GRAMS}`)

/** A shelf in the shop's own words, from which staff pick; `B2-14`. Empty: none. */
const place = z
  .string()
  .trim()
  .max(40, { error: 'Shelf must be 40 characters or less', abort: true })
  .regex(ONE_LINE, 'Please write one line')
  .transform(text => text || null)

/** One variant of a product. With `id` it changes that variant; variants that are left out leave the store. */
export const VariantInput = strictModel('VariantInput', {
  id: z.uuid().optional(),
  sku: neededInput('SKU', 64, 'SKU is required'),
  options: OptionsInput.default({}),
  /** Dollars. Null: the product's price and sale price. Left out, an existing variant keeps its price. */
  price: FIELDS.price.input.nullish(),
  /** Grams of one unit. Null: not known. Left out, an existing variant keeps its weight. */
  weightGrams: grams.nullish(),
  /** The shelf from which it is picked. Left out, an existing variant keeps its shelf. */
  place: place.nullish(),
  /** Units on hand; null when stock is not counted. */
  stock: wholeInput('Stock', 1_000_000).nullable(),
  /** The stock that the form was opened with. Only the difference is applied, so concurrent sales are kept. */
  stockSeen: wholeInput('Stock', 1_000_000).nullish(),
  image: image.nullish(),
  /** Of an answer that is sent back: accepted and ignored, and `stock`, which an answer tells only in part, stays as it is. */
  inStock: z.boolean().optional(),
})
export type VariantInput = z.infer<typeof VariantInput>

const distinct = (variants: readonly VariantInput[]) =>
  new Set(variants.map(({ options }) => JSON.stringify(Object.entries(options).sort()))).size === variants.length

/** What the shop works out itself. An answer can be sent back with it; it is ignored. */
const DERIVED = ignoredFields('id', 'rating', 'reviews')
const PICTURE_DERIVED = ignoredFields('src', 'placeholder', 'width', 'height')

/** No picture, as an answer or an empty form says it. */
const NO_IMAGE = ['', DEFAULT_IMAGE] as const
export const isNoImage = (reference: string): boolean => NO_IMAGE.some(none => none === reference)
const imageOrNone = z.union([image, z.literal(NO_IMAGE)])

const { name, price, ...others } = PRODUCT.changed
const fields = {
  // First, also in the list of a body's problems.
  name,
  price,
  ...others,
  /** True makes a draft, which only staff see. `false` in a change publishes it. */
  isDraft: z.boolean().optional(),
  /** Pictures with their alternative texts; the first is the primary one. `images` and `image` set pictures without texts. */
  pictures: z
    .array(z.strictObject({ image, alt: textInput('Alternative text', 300), ...PICTURE_DERIVED }))
    .max(12, 'At most 12 pictures')
    .optional(),
  images: z.array(imageOrNone).max(12, 'At most 12 images').optional(),
  image: imageOrNone.optional(),
  variants: z
    .array(VariantInput)
    .min(1, 'A product needs at least one variant')
    .max(100, 'At most 100 variants')
    .refine(distinct, 'Two variants have the same options')
    .optional(),
  ...DERIVED,
}

/** The body of `POST /api/products`. Without `variants` the product gets one variant with `stock` units (left out: not counted). */
export const NewProduct = strictModel('NewProduct', {
  ...fields,
  name: FIELDS.name.input,
  price: FIELDS.price.input,
  stock: wholeInput('Stock', 1_000_000).nullable().optional(),
})
export type NewProduct = z.infer<typeof NewProduct>

/** The body of `PATCH /api/products/{id}`: fields that are left out stay unchanged. */
export const ProductChange = strictModel('ProductChange', {
  ...fields,
  /** The version that was read. After a concurrent edit the change is refused with `version_conflict`. */
  version: z.int().min(1).max(2_000_000_000).optional(),
})
export type ProductChange = z.infer<typeof ProductChange>

const MAX_CHOSEN = 200

/** A change of several products at once; fields that are left out stay unchanged. */
export const BulkChange = z
  .strictObject({
    price: fields.price,
    /** Null ends the sale. */
    salesPrice: fields.salesPrice,
    /** Sets each sale price this many percent below the product's own price, rounded to cents. */
    salePercent: z
      .number(ifWrong('Percent must be a number such as 15'))
      .overwrite(percent => withoutNoise(percent, 100))
      .min(1, 'Percent must be 1 or more')
      .max(99, 'Percent must be 99 or less')
      .optional(),
    tier: fields.tier,
    category: fields.category,
    inStock: fields.inStock,
    /** Display order of the first product; the others take the next free numbers. Null: random placement. */
    displayOrder: fields.displayOrder,
  })
  .refine(change => Object.values(change).some(value => value !== undefined), 'Choose what to change')
  .refine(change => change.salesPrice === undefined || change.salePercent === undefined, {
    path: ['salePercent'],
    message: 'Give a sale price or a percentage, not both',
  })
  .meta({ id: 'BulkProductChange' })
export type BulkChange = z.infer<typeof BulkChange>

/** The body of `POST /api/admin/products/bulk`. */
export const BulkInput = strictModel('BulkProductEdit', {
  products: z
    .array(z.strictObject({ id: z.uuid(), version: z.int().min(1).max(2_000_000_000).optional() }))
    .min(1, 'Choose a product')
    .max(MAX_CHOSEN, `At most ${MAX_CHOSEN} products at once`)
    .refine(chosen => new Set(chosen.map(({ id }) => id)).size === chosen.length, 'A product is listed twice'),
  change: BulkChange,
  /** False previews the change without writing. */
  apply: z.boolean().default(false),
})
export type BulkInput = z.infer<typeof BulkInput>

/** Effect of the change on one product. */
export const BulkEffect = model('BulkEffect', {
  id: z.string(),
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Why the change does not fit this product. */
  problem: z.string().nullable(),
})
export type BulkEffect = z.infer<typeof BulkEffect>
export const BulkAnswer = z.object({ applied: z.boolean(), effects: z.array(BulkEffect) })

/** The body of `POST /api/admin/products/{id}/stock`: a difference in units, which concurrent sales do not affect. */
export const StockAdjustment = strictModel('StockAdjustment', {
  variantId: z.uuid(),
  by: z
    .int(ifWrong('Enter the units that are added or removed: 12 or -3.'))
    .refine(by => Math.abs(by) <= 1_000_000, 'The change cannot be more than 1000000')
    .refine(by => by !== 0, 'The change cannot be 0'),
  reason: textInput('Reason', 500).optional(),
})
export type StockAdjustment = z.infer<typeof StockAdjustment>
