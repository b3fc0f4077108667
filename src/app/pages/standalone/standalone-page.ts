import { html } from 'hono/html'
import { isShippedMark, sizeWithin, smallOf } from '#kernel/brand/brand-picture.ts'
import { LOGO_PATH } from '#kernel/logo-path.ts'
import type { Settings } from '#kernel/settings.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { THEME_SCRIPT } from '#ui/theme/theme.ts'

type Brand = Pick<Settings['brand'], 'name' | 'logoLight' | 'logoDark' | 'mark'>

type Content = {
  title: string
  /** The HTML of `main`, below the header. */
  main: string
  /** More HTML for `head`. */
  head?: string
}

export type Frame = {
  /** URL of the shop's style sheet. */
  stylesheet: string
  /** The brand; undefined where a page outlives a change of it. */
  shop?: Brand
  /** The style sheet of its accent, within the page: it comes with a refusal, and another request would be refused too. */
  colours?: string | undefined
}

const escaped = (text: string) => String(html`${text}`)

const BOX = { width: 170, height: 36 }
const FORT = `<svg aria-hidden="true" width="32" height="32" viewBox="0 0 48 48" fill="currentColor" fill-rule="evenodd" class="shrink-0 text-signal"><path d="${LOGO_PATH}"/></svg>`

const pictureOf = (address: string, { width, height }: { width: number; height: number }) =>
  `<img src="${smallOf(address)}" alt="" width="${width}" height="${height}">`

const markOf = (mark: string | null) => {
  if (mark === null) return ''
  return isShippedMark(mark) ? FORT : pictureOf(mark, { width: 32, height: 32 })
}

/** The logo of a ground, or mark and name; the link around it has the name. */
const signOf = ({ name, mark }: Brand, logo: string | null) =>
  logo
    ? pictureOf(logo, sizeWithin(logo, BOX))
    : `${markOf(mark)}<span class="wrap-anywhere font-condensed font-semibold text-2xl uppercase leading-none tracking-[0.14em]">${escaped(name)}</span>`

function headOf(shop: Brand | undefined): string {
  // Of its own time is the icon that the browser keeps beside the page.
  if (!shop) return '<img src="/favicon.svg" alt="" width="32" height="32">'
  const [light, dark] = [signOf(shop, shop.logoLight), signOf(shop, shop.logoDark)]
  if (light === dark) return light
  return `<span class="on-light items-center gap-2.5">${light}</span><span class="on-dark inline-flex items-center gap-2.5">${dark}</span>`
}

/** A page in the shop's design without React and without calls, for when the pages are unavailable. */
export const standalonePage = (
  { stylesheet, shop, colours }: Frame,
  { title, main, head = '' }: Content,
) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="theme-color" content="#121311">
    <meta name="robots" content="noindex, nofollow">
    <title>${escaped(shop ? titleOf(title, shop.name) : title)}</title>
    <script>${THEME_SCRIPT}</script>
    <link rel="stylesheet" href="${stylesheet}">
    ${colours ? `<style>${colours}</style>` : ''}
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${head}
  </head>
  <body>
    <div class="flex min-h-dvh flex-col">
      <header class="border-line border-b">
        <div class="page-width flex min-h-16 items-center">
          <a href="/" aria-label="${shop ? `${escaped(shop.name)}, home` : 'Home'}" class="inline-flex min-h-11 min-w-11 items-center gap-2.5">
            ${headOf(shop)}
          </a>
        </div>
      </header>
      <main class="page-width flex flex-1 flex-col items-start justify-center py-16">
        ${main}
      </main>
    </div>
  </body>
</html>
`

export const STANDALONE_BUTTON =
  'label mt-8 inline-flex min-h-12 items-center justify-center gap-2 rounded-sm bg-signal-fill px-6 text-on-signal transition-colors hover:bg-signal-hover'
