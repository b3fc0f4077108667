import { z } from 'zod'

/** Query parameters of a list that grows page by page. */
export const PAGE_QUERY = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
}

/** Optional words of a search. `defineFilters` cuts typed ones to the same length. */
export const searchWords = (maxLength: number) => z.string().trim().max(maxLength).optional()
