import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import GalleryPage from './gallery-page.tsx'

const html = renderToString(
  <MemoryRouter>
    <GalleryPage />
  </MemoryRouter>,
)

it('renders no inline style on the server, so that no CSP must allow any', () => {
  expect(html.match(/ style="[^"]*"/g)).toBeNull()
})

it('renders a static date for a countdown on the server, so that cached HTML is never wrong', () => {
  expect(html).toContain('Ends<!-- --> <!-- -->Mar 3, 2031, 6:00 PM MST')
})

it('connects every hint and error to its control', () => {
  const described = [...html.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(match => match[1]?.split(' ') ?? [])
  expect(described.length).toBeGreaterThan(5)
  for (const id of described) expect(html).toContain(`id="${id}"`)
})
