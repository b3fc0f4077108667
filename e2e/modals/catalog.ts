import type { Page } from 'playwright-core'
import { apiAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

type Api = Awaited<ReturnType<typeof apiAs>>
type Product = { id: string; slug: string; name: string }

/** Creates a product for all product modals, with two variants, one of them sold out. */
async function makeProduct(owner: Api, name: string, sku: string): Promise<Product> {
  const { json } = await owner('/products', {
    name,
    description: 'Coated nylon with a roll top, for kit that must not get wet.',
    price: 42,
    salesPrice: 36.5,
    tier: 'Silver',
    entries: 3,
    category: 'Field gear',
    features: ['Roll top', 'Welded seams'],
    specifications: { Volume: '12 l', Weight: '9 oz' },
    variants: [
      { sku: `${sku}-COYOTE`, options: { size: 'M', color: 'Coyote' }, stock: 14 },
      { sku: `${sku}-RANGER`, options: { size: 'L', color: 'Ranger Green' }, stock: 0 },
    ],
  })
  return json
}

/** A draft with a display order that another product took. */
async function makeDraft(owner: Api): Promise<Product> {
  const { displayOrder } = (await owner('/admin/products?limit=1&sort=order')).json.products[0]
  const draft = { name: 'Modal Hammock of the Next Season', price: 64, tier: 'Gold', entries: 4, stock: 8 }
  return (await owner('/products', { ...draft, displayOrder, isDraft: true })).json
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).last().click()
const dialog = (page: Page) => page.getByRole('dialog').last()

async function catalog(): Promise<Modal[]> {
  const owner = await apiAs('admin@redoubt.test')
  const bag = await makeProduct(owner, 'Modal Dry Bag', 'MODAL-BAG')
  const strap = await makeProduct(owner, 'Modal Carry Strap for the Dry Bag', 'MODAL-STRAP')
  const { json } = await owner('/admin/products?q=camp+lantern')
  const draft = await makeDraft(owner)
  return [
    ...ofTheEditor(owner, bag),
    ...ofPictures(json.products[0].id),
    ...ofTheList(bag, draft),
    ...ofSeveral(bag, strap),
  ]
}

function ofTheEditor(owner: Api, bag: Product): Modal[] {
  const edit = `/admin?tab=products&product=${bag.id}`
  let edits = 0
  return [
    {
      name: 'a new product, refused',
      file: 'src/features/catalog/admin/editor/product-dialog.tsx',
      path: '/admin?tab=products&new=1',
      escape: 'asks',
      async open(page) {
        await page.locator('#product-price').fill('19,90')
        await page.getByLabel('Sale price').fill('1.999')
        await press('Save draft')(page)
        await page.getByText('Name is required').first().waitFor()
      },
    },
    {
      name: 'a matrix with a price left empty',
      file: 'src/features/catalog/admin/editor/free-dialog.tsx',
      path: edit,
      async open(page) {
        await page.getByRole('textbox', { name: 'Price of Coyote, M' }).fill('')
        await press('Save changes')(page)
        await page.getByText('Price of Coyote, M is empty.').waitFor()
      },
    },
    {
      name: 'a matrix with values taken out',
      file: 'src/features/catalog/admin/editor/product-dialog.tsx',
      path: edit,
      escape: 'asks',
      async open(page) {
        await page.getByRole('textbox', { name: 'Price of Coyote, M' }).fill('19,90')
        await press('Remove Ranger Green')(page)
        await page.getByText('1 variant will leave the store when you save').waitFor()
      },
    },
    {
      name: 'two edits of one product',
      file: 'src/features/catalog/admin/editor/product-dialog.tsx',
      path: edit,
      escape: 'asks',
      async open(page) {
        await page.getByLabel('Entries').fill('9')
        await page.getByLabel('Description').fill('A dry bag that floats.')
        // Another staff member saves first, each time with a new change.
        edits += 1
        const theirs = { entries: 20 + edits, description: `Rolls up small, ${edits}.`, category: `Bags ${edits}` }
        await owner(`/products/${bag.id}`, theirs, 'PATCH')
        await press('Save changes')(page)
        await page.getByRole('region', { name: 'Someone else saved a change' }).waitFor()
      },
    },
    {
      name: 'unsaved changes',
      file: 'src/ui/editing/unsaved.tsx',
      path: edit,
      async open(page) {
        await page.getByLabel('Entries').fill('9')
        await page.getByLabel('Sale price').fill('30')
        await page.keyboard.press('Escape')
        await page.getByRole('alertdialog', { name: 'Unsaved changes' }).waitFor()
      },
    },
  ]
}

function ofPictures(product: string): Modal[] {
  const path = `/admin?tab=products&product=${product}`
  return [
    {
      name: 'a picture that is none',
      file: 'src/features/catalog/admin/editor/product-dialog.tsx',
      path,
      async open(page) {
        const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
        await dialog(page).locator('input[type=file]').setInputFiles(notes)
        await page.getByRole('button', { name: 'Dismiss notes.png' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'a picture being cropped',
      file: 'src/ui/picture-list/crop-dialog.tsx',
      path,
      async open(page) {
        await press('Crop picture 1')(page)
        await page.locator('.ReactCrop__crop-selection').waitFor()
      },
    },
  ]
}

const LIST = '/admin?tab=products&q=modal&sort=name'
const DRAFTS = '/admin?tab=products&shown=draft&q=modal'

function ofTheList(bag: Product, draft: Product): Modal[] {
  return [
    {
      name: 'stock that is not there',
      file: 'src/features/catalog/admin/editor/stock-dialog.tsx',
      path: LIST,
      async open(page) {
        await press(`Adjust stock of ${bag.name}`)(page)
        await page.getByLabel('Units in (or out, with a minus)').fill('-20')
        await press('Adjust stock')(page)
        await page.getByText('You can remove at most 14', { exact: false }).waitFor()
      },
    },
    {
      name: 'a product being deleted',
      file: 'src/features/catalog/admin/list/delete-product.tsx',
      path: LIST,
      open: press(`Delete ${bag.name}`),
    },
    {
      name: 'a draft being published, refused',
      file: 'src/features/catalog/admin/list/publish-product.tsx',
      path: DRAFTS,
      async open(page) {
        await press(`Publish ${draft.name}`)(page)
        await page.getByText(/^Display order \d+ is taken by another product\.$/).waitFor()
      },
    },
    {
      name: 'a draft being deleted',
      file: 'src/features/catalog/admin/list/delete-product.tsx',
      path: DRAFTS,
      open: press(`Delete ${draft.name}`),
    },
    {
      name: 'an import with lines refused',
      file: 'src/features/catalog/admin/import/import-dialog.tsx',
      path: LIST,
      async open(page) {
        await press('Import CSV')(page)
        const lines = [
          `${bag.slug},,"19,90",,`,
          `${bag.slug}-2,,41,,`,
          ',Modal Flask,12,Gold,4',
          ',Modal Tin,9,Tin,many',
        ]
        const buffer = Buffer.from(`address,name,price,tier,stock\n${lines.join('\n')}\n`)
        const file = { name: 'products-of-the-spring.csv', mimeType: 'text/csv', buffer }
        await dialog(page).locator('input[type=file]').setInputFiles(file)
        await page.getByText('Tier must be Bronze, Silver, Gold or Platinum', { exact: false }).waitFor()
      },
    },
    {
      name: 'an import before it is applied',
      file: 'src/features/catalog/admin/import/import-dialog.tsx',
      path: LIST,
      async open(page) {
        await press('Import CSV')(page)
        const buffer = Buffer.from(`address,name,price,tier\n${bag.slug},,41,\n,Modal Flask,12,Gold\n`)
        const file = { name: 'products.csv', mimeType: 'text/csv', buffer }
        await dialog(page).locator('input[type=file]').setInputFiles(file)
        await page.getByRole('button', { name: 'Apply to 2 products' }).waitFor()
      },
    },
  ]
}

function ofSeveral(...products: Product[]): Modal[] {
  async function choose(page: Page) {
    for (const { name } of products) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await page.getByRole('region', { name: 'Chosen products' }).getByRole('button', { name: 'Edit' }).click()
    await dialog(page).getByLabel('Price').fill('30')
  }
  return [
    {
      name: 'a change of several, refused',
      file: 'src/features/catalog/admin/bulk/bulk-edit.tsx',
      path: LIST,
      async open(page) {
        await choose(page)
        await dialog(page).getByLabel('Sale').selectOption('percent')
        await page.getByLabel('Percent off').fill('120')
        await dialog(page).getByLabel('Display order').selectOption('from')
        await press('Preview')(page)
        await page.getByText('Percent must be 99 or less').first().waitFor()
      },
    },
    {
      name: 'what a change of several would do',
      file: 'src/features/catalog/admin/bulk/bulk-edit.tsx',
      path: LIST,
      async open(page) {
        await choose(page)
        await dialog(page).getByLabel('Category').fill('Bags and straps')
        await press('Preview')(page)
        await page.getByText('The sale price must be below', { exact: false }).first().waitFor()
      },
    },
  ]
}

export const CATALOG: Area = { name: 'catalog', modals: catalog }
