import { csvLine } from '#kernel/api/csv.server.ts'
import type { Context } from '#kernel/context.ts'
import type { AdminProductFilters } from '../admin/admin-contract.ts'
import { allAdminProducts } from '../queries/admin-products.server.ts'
import { COLUMNS, linesOf } from './columns.ts'

/** Products that pass the filters, as lines of CSV, read in batches while the response is sent. */
export async function* productLines(ctx: Context, filters: AdminProductFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const product of allAdminProducts(ctx, filters)) for (const line of linesOf(product)) yield csvLine(line)
}
