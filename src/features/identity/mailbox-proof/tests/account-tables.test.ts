import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { METHOD_TABLES, OTHER_USER_TABLES } from '../../accounts/account-tables.ts'
import { identityData } from '../../personal-data.server.ts'

const shop = await testShop()

it('every table of identity with rows under a user id is decided for the first proof [B-31.3]', async () => {
  const { rows } = await shop.services.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'user_id' and table_name = any($1) order by 1`,
    [identityData.tables],
  )
  const decided = [...METHOD_TABLES.map(({ table }) => table as string), ...Object.keys(OTHER_USER_TABLES)]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name))
})
