import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import GalleryPage from './gallery-page.tsx'

const html = renderToString(
  <MemoryRouter>
    <GalleryPage />
  </MemoryRouter>,
)

it('draws no inline style on the server, so that no CSP need allow any', () => {
  expect(html.match(/ style="[^"]*"/g)).toBeNull()
})

it('draws the date of a countdown on the server and no ticking, so that kept HTML is never wrong', () => {
  expect(html).toContain('Ends <!-- -->Mar 3, 2031, 6:00 PM MST')
})

it('wires every hint and error to its control', () => {
  const described = [...html.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(match => match[1]?.split(' ') ?? [])
  expect(described.length).toBeGreaterThan(5)
  for (const id of described) expect(html).toContain(`id="${id}"`)
})
