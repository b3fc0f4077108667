import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { axeOf, testBrowser, visit } from './browser.ts'
import { forgetColours } from './known-colours.ts'

const browser = await testBrowser()
beforeEach(forgetColours)

const START = `<!doctype html><html lang="en"><title>Colours</title><body style="background: white; color: black"><main id="all">`
const line = (id: string, style = '') => `<p id="${id}" class="line" ${style}>A line of text</p>`

/** The elements whose contrast axe finds too low. */
async function faint(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).withRules(['color-contrast']).analyze()
  return violations.flatMap(({ nodes }) => nodes.flatMap(({ target }) => target.map(String)))
}

it('contrast that passed is not measured again, and any other colour, background or opacity is', async () => {
  const { context, page, errors } = await visit(browser)
  await page.goto('about:blank')
  await page.setContent(START + line('one') + line('two'))
  expect(await faint(page)).toEqual([])
  await page.addStyleTag({ content: '#two { color: #bbb }' })
  expect(await faint(page)).toEqual(['#two'])
  await page.setContent(
    `${START + line('one') + line('grey', 'style="color: #bbb"')}<style>.faint, .dim > p { opacity: 0.3 }</style><div class="faint">${line('inside')}</div>`,
  )
  expect((await faint(page)).sort()).toEqual(['#grey', '#inside'])
  // What is too faint is named again at the next run.
  expect((await faint(page)).sort()).toEqual(['#grey', '#inside'])
  await page.setContent(START + line('one'))
  expect(await faint(page)).toEqual([])
  await page.evaluate(() => {
    document.body.style.background = '#222'
  })
  expect(await faint(page)).toEqual(['#one'])
  await page.addStyleTag({ content: '.line { color: white }' })
  expect(await faint(page)).toEqual([])
  await page.addStyleTag({ content: '#all { background: #ccc }' })
  expect(await faint(page)).toEqual(['#one'])
  expect(errors).toEqual([])
  await context.close()
})

it('what lies behind the few elements that are measured counts, also beside them, and so do links amid text', {
  retry: 0,
}, async () => {
  const { context, page, errors } = await visit(browser)
  await page.goto('about:blank')
  const plate = '<i class="plate" style="position: absolute; inset: 0; background: #222"></i>'
  await page.setContent(START + line('one'))
  expect(await faint(page)).toEqual([])
  await page.setContent(
    `${START + line('one')}<section style="position: relative"><div>${plate}</div><b id="on-plate" style="position: relative">Black on a dark plate</b></section>
    <div style="overflow: auto; height: 60px; background: #222"><div style="height: 20px"></div><em id="scrolled">Black in a dark box that scrolls</em></div>`,
  )
  expect((await faint(page)).sort()).toEqual(['#on-plate', '#scrolled'])
  const words =
    '<p>Many words of text around <a id="plain" href="/" style="color: #111">a link</a> of nearly the same colour.</p>'
  await page.setContent(START + words)
  expect(await faint(page)).toEqual([])
  await page.setContent(`${START}${words}<h1 style="margin-top: 300px">A fresh line</h1>`)
  await page.addStyleTag({ content: '#plain { text-decoration: none }' })
  const { violations } = await axeOf(page).withRules(['color-contrast', 'link-in-text-block']).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.flatMap(({ target }) => target)])).toEqual([
    ['link-in-text-block', ['#plain']],
  ])
  expect(errors).toEqual([])
  await context.close()
})
