import { afterEach, expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import { auditCredits } from '../queries.server.ts'

/** Expects after each test of a file that every balance is the sum of its transfers. */
export const auditAfterEach = (shop: TestShop) =>
  afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))
