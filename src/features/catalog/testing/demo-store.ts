import { storeDemoFiles } from '#adapters/images/demo-pictures.server.ts'
import type { Context } from '#kernel/context.ts'
import { DEMO_PRODUCTS } from '../../../../db/demo/products.ts'
import { seedCatalog } from '../seed.server.ts'

/** Fills a test's shop with the demo's products and their pictures. */
export async function seedDemoStore(ctx: Context): Promise<void> {
  await storeDemoFiles(
    ctx,
    DEMO_PRODUCTS.flatMap(({ pictures }) => pictures),
  )
  await seedCatalog(ctx)
}
