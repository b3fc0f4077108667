import { renderToStaticMarkup } from 'react-dom/server'
import { Link as RouterLink, NavLink as RouterNavLink, StaticRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Link, NavLink } from './link.tsx'

const ADDRESSES = [
  ...[
    '/',
    '/store',
    '/store/',
    '/Store',
    '/store?q=a%20b&page=2',
    '/store?q=',
    '/store?',
    '/legal#terms',
    '/legal#',
    '/a/b#c?d',
  ],
  ...[
    '/giveaways/../store',
    '/giveaways/./past',
    '//store',
    '/a//b',
    '/\\store',
    '/.',
    '/a b',
    '/ü?q=ü',
    '/%41',
    '/a.b',
  ],
  ...['', '.', '..', 'store', '../store', '?page=2', '#top', 'https://example.com/a?b#c', 'mailto:a@example.com'],
  ...[
    { pathname: '/store', search: 'page=2' },
    { pathname: '/store', search: '?' },
    { pathname: '/store', hash: 'top' },
  ],
  ...[{ search: '?page=2' }, { pathname: '../store' }, { hash: '#top' }],
]
const PLACES = ['/', '/store', '/store/', '/store/patches', '/storefront', '/giveaways/past?tab=a']

const at = (place: string, element: React.ReactNode) =>
  renderToStaticMarkup(<StaticRouter location={place}>{element}</StaticRouter>)

it.each(PLACES)('a link on the server is written as React Router writes it, at %s', place => {
  for (const to of ADDRESSES) {
    const given = {
      ...{ to, className: 'a', 'aria-label': 'Store', onClick: () => {}, children: 'Store' },
      ...{
        viewTransition: true,
        preventScrollReset: true,
        replace: true,
        state: 1,
        prefetch: 'intent' as const,
        target: '_blank',
      },
    } as const
    expect(at(place, <Link {...given} />)).toBe(at(place, <RouterLink {...given} />))
    expect(at(place, <Link {...given} discover="none" mask="/m" />)).toBe(
      at(place, <RouterLink {...given} discover="none" mask="/m" />),
    )
  }
})

it.each(PLACES)('a link of the navigation on the server is active as React Router says, at %s', place => {
  const className = ({ isActive }: { isActive: boolean }) => (isActive ? 'here' : 'there')
  for (const to of ADDRESSES)
    for (const end of [true, false]) {
      const given = { to, end, className, prefetch: 'intent', children: 'Store' } as const
      expect([to, end, at(place, <NavLink {...given} />)]).toEqual([to, end, at(place, <RouterNavLink {...given} />)])
    }
})
