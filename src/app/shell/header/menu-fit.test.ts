import { expect, it } from 'vitest'
import { DEFAULT_MENUS } from '#kernel/storefront/menus.ts'
import { fitMenu } from './menu-fit.ts'

const menu = (...labels: string[]) => labels.map(label => ({ label, href: '/' }))

it('the shop’s own menu stands in the header from 1024 px, without a button beside it [B-38.6]', () => {
  const { entries, button } = fitMenu(DEFAULT_MENUS.header)
  expect(new Set(entries)).toEqual(new Set(['hidden lg:block']))
  expect(button).toBe('lg:hidden')
})

it('entries that do not fit are in the menu, whose button then stays [B-38.6]', () => {
  const long = fitMenu(menu(...Array.from({ length: 6 }, (_, at) => `Reconnaissance equipment ${at}`)))
  expect(long.entries[0]).toBe('hidden lg:block')
  expect(long.entries[5]).toBe('hidden')
  expect(long.button).toBe('')
  const wide = fitMenu(menu('アウトドア用品の全商品一覧', 'ストア', '法律情報について'))
  expect(wide.entries).toEqual(['hidden lg:block', 'hidden xl:block', 'hidden'])
})

it('an entry that fits on a wider window comes with it [B-38.6]', () => {
  const { entries, button } = fitMenu(menu('Store', 'Giveaways', 'Results', 'About us'))
  expect(entries[0]).toBe('hidden lg:block')
  expect(entries[3]).toBe('hidden min-[87rem]:block')
  expect(button).toBe('min-[87rem]:hidden')
})

it('a menu without an entry has its button on phones alone, as one that fits [B-38.6]', () => {
  expect(fitMenu([])).toEqual({ entries: [], button: 'lg:hidden' })
})
