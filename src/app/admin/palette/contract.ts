import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { FOUND_KINDS } from './rules.ts'

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
