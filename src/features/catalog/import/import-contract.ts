import { z } from 'zod'

/** Limits of a file, in lines and in characters. */
export const MAX_LINES = 5000
export const MAX_FILE = 5 * 1024 * 1024

/** The body of `POST /api/admin/products/import`. */
export const ImportInput = z
  .strictObject({
    csv: z
      .string({ error: 'Please choose a file' })
      .min(1, 'The file is empty')
      .max(MAX_FILE, 'The file is larger than 5 MB'),
    /** Fingerprint of the preview to apply; without it the answer is a preview and nothing is written. */
    fingerprint: z.string().max(100).optional(),
  })
  .meta({ id: 'ProductImport' })
export type ImportInput = z.infer<typeof ImportInput>

export const ImportItem = z
  .object({
    /** The first line of the product in the file; line 1 is the header. */
    line: z.int(),
    name: z.string(),
    action: z.enum(['create', 'change', 'refuse']),
    /** The set columns; `before` is null for a new product. */
    changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })),
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
  })
  .meta({ id: 'ImportItem' })
export type ImportItem = z.infer<typeof ImportItem>

export const ImportAnswer = z
  .object({
    applied: z.boolean(),
    /** Products in the file; `same` counts those that the file does not change. */
    counts: z.object({ create: z.int(), change: z.int(), same: z.int(), refuse: z.int() }),
    /** Refused products first, then in the order of the file; 500 at most. */
    items: z.array(ImportItem),
    fingerprint: z.string(),
  })
  .meta({ id: 'ImportAnswer' })
export type ImportAnswer = z.infer<typeof ImportAnswer>
