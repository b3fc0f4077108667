import { z } from 'zod'

/** Query parameters of a list that grows page by page. */
export const PAGE_QUERY = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
}
