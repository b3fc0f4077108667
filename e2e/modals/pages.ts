import { apiAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const FILE = 'src/features/own-pages/admin/own-page-editor.tsx'
const BODY =
  '<h2>How sizes fall</h2><p>Our jackets are <strong>wide</strong>. <a href="/store">See them.</a></p><ul><li><p>Small</p></li><li><p>Large</p></li></ul><blockquote><p>Measure twice.</p></blockquote>'

const HOME = '/admin?tab=pages&part=home'

async function pages(): Promise<Modal[]> {
  const owner = await apiAs('admin@redoubt.test')
  const { json } = await owner('/admin/pages', { slug: 'modal-sizes', title: 'Sizes of a modal', body: BODY })
  const path = '/admin?tab=pages&q=sizes+of+a+modal'
  // A draft, so that it can be published.
  const ids = ['hero', 'facts', 'steps', 'giveaways', 'products', 'benefits', 'closing']
  await owner('/admin/home', { sections: ids.map(id => ({ id, isShown: id !== 'steps' })) }, 'PUT')
  let edits = 0
  return [
    {
      name: 'a new page, refused',
      file: FILE,
      path: '/admin?tab=pages&new=1',
      escape: 'asks',
      async open(page) {
        await page.locator('#page-slug').fill('admin')
        await page.getByRole('button', { name: 'Save draft' }).click()
        await page.getByText('The shop has a page of its own at this address.').first().waitFor()
      },
    },
    {
      name: 'two edits of one page',
      file: FILE,
      path,
      escape: 'asks',
      async open(page) {
        await page.getByRole('button', { name: 'Edit Sizes of a modal' }).click()
        await page.getByRole('textbox', { name: 'Text' }).press('End')
        await page.keyboard.type(' of our jackets')
        // Another staff member saves first, each time with a new change.
        edits += 1
        await owner(`/admin/pages/${json.id}`, { body: `${BODY}<p>Added ${edits}.</p>` }, 'PATCH')
        await page.getByRole('button', { name: 'Save changes' }).click()
        await page.getByRole('region', { name: 'Someone else saved a change' }).waitFor()
      },
    },
    {
      name: 'the preview of a page',
      file: FILE,
      path,
      escape: 'nothing',
      async open(page) {
        await page.getByRole('button', { name: 'Edit Sizes of a modal' }).click()
        await page.getByRole('button', { name: 'Preview' }).click()
        await page.getByRole('dialog', { name: 'Preview' }).waitFor()
      },
    },
    {
      name: 'the link of a page',
      file: FILE,
      path,
      async open(page) {
        await page.getByRole('button', { name: 'Edit Sizes of a modal' }).click()
        await page.getByRole('button', { name: 'Link', exact: true }).click()
        await page.getByLabel('Address of the link').fill('javascript:alert(1)')
        await page.getByRole('button', { name: 'Set link' }).click()
        await page.getByText('A link begins with https://').waitFor()
      },
    },
    {
      name: 'the menus, refused',
      file: 'src/features/storefront/admin/menus/menus-editor.tsx',
      path: '/admin?tab=pages&part=menus',
      escape: 'asks',
      async open(page) {
        await page.getByRole('button', { name: 'Edit menus' }).click()
        await page.getByRole('button', { name: 'Move down: Home' }).click()
        await page.getByLabel('Leads to').first().fill('javascript:alert(1)')
        await page.getByRole('button', { name: 'Save and publish' }).click()
        await page.getByText('Use an address of the shop, such as /store').first().waitFor()
      },
    },
    {
      name: 'a new announcement, refused',
      file: 'src/features/storefront/admin/announcements/announcement-editor.tsx',
      path: '/admin?tab=pages&part=announcements&new=1',
      escape: 'asks',
      async open(page) {
        await page.locator('#announcement-text').fill('We move this week.')
        await page.getByRole('button', { name: 'Schedule' }).click()
        await page.getByText('Begin is required').first().waitFor()
      },
    },
    ...home,
    ...shipping,
    ...legal,
  ]
}

const shipping: Modal[] = [
  {
    name: 'a zone of shipping, refused',
    file: 'src/features/shipping/admin/zone-editor.tsx',
    path: '/admin?tab=shipping',
    escape: 'asks',
    async open(page) {
      await page.getByRole('button', { name: 'New zone' }).click()
      await page.getByLabel('Priced by').selectOption('The weight')
      await page.getByRole('button', { name: 'Add a band' }).click()
      await page.locator('#zone-name').fill('Far states')
      await page.getByRole('button', { name: 'Create zone' }).click()
      await page.getByText('Please choose a state').first().waitFor()
    },
  },
]

const home: Modal[] = [
  {
    name: 'the home page, refused',
    file: 'src/features/storefront/admin/home/home-editor.tsx',
    path: HOME,
    escape: 'asks',
    async open(page) {
      await page.getByRole('button', { name: 'Edit home' }).click()
      await page.getByText('Words of “Opening”').click()
      await page.getByLabel('Button 1 leads to').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByText('Use an address of the shop, such as /store').first().waitFor()
    },
  },
  {
    name: 'what the publication of the home page changes',
    file: 'src/features/storefront/admin/home/home-dialogs.tsx',
    path: HOME,
    escape: 'nothing',
    async open(page) {
      await page.getByRole('button', { name: 'Publish…' }).click()
      await page.getByText('“Steps” is switched off.').waitFor()
    },
  },
]

const LEGAL = '/admin?tab=pages&part=legal&text='

const legal: Modal[] = [
  {
    name: 'a legal text, refused',
    file: 'src/features/legal-texts/admin/legal-editor.tsx',
    path: `${LEGAL}age-verification`,
    escape: 'asks',
    async open(page) {
      await page.getByText('Fields and their values today').click()
      await page.getByText('Its words today').click()
      await page.getByRole('textbox', { name: 'Paragraph 1 of clause 1' }).fill('For {adults}, see [us](javascript:1).')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await page.getByText('there is no field {adults}').first().waitFor()
    },
  },
  {
    name: 'what a publication changes',
    file: 'src/features/legal-texts/admin/publish-dialog.tsx',
    path: `${LEGAL}terms`,
    escape: 'nothing',
    async open(page) {
      await page.getByRole('textbox', { name: 'Paragraph 1 of clause 6' }).fill('Do not use robots to buy or to enter.')
      await page.getByRole('button', { name: 'Compare and publish' }).click()
      await page.getByRole('dialog', { name: /^What changes/ }).waitFor()
    },
  },
]

export const PAGES: Area = { name: 'pages', modals: pages }
