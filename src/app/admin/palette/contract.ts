import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'

export const FOUND_KINDS = ['person', 'order', 'giveaway', 'product'] as const

/** A single letter would match nearly everything. */
export const LEAST_CHARACTERS = 2

export const SearchQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .max(200, { abort: true })
    .refine(text => !text.includes('\0')),
})

export const Found = model('FoundByStaff', {
  kind: z.enum(FOUND_KINDS),
  id: z.string(),
  title: z.string(),
  /** Distinguishes results with equal titles. */
  detail: z.string(),
})
export type Found = z.infer<typeof Found>

export const FoundList = z.object({ found: z.array(Found) })
