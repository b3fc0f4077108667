import type { Page } from 'playwright-core'
import { apiAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const LIST = '/admin?tab=codes&q=modal'
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).last().click()

async function codes(): Promise<Modal[]> {
  const owner = await apiAs('admin@redoubt.test')
  const make = async (code: string) => {
    const terms = { discount: { kind: 'percent', amount: 15 }, note: 'For clubs', totalLimit: 40, personLimit: 2 }
    const { json } = await owner('/admin/codes', { code, ...terms, minimumSubtotal: 5, combinable: true })
    return { id: json.id as string, code }
  }
  const free = await make('MODAL-FREE')
  const used = await make('MODAL-USED')
  await blockOf(owner, used.code)
  await owner(`/admin/codes/${used.id}`, { note: 'For clubs and teams', endsAt: '2031-05-01T06:00:00Z' }, 'PATCH')
  return [...ofTheEditor(owner, free), ...ofOne(used)]
}

/** Starts a payment with a code, so that the code is in use. */
async function blockOf(owner: Awaited<ReturnType<typeof apiAs>>, code: string): Promise<void> {
  const product = { name: `Paid with ${code}`, price: 40, variants: [{ sku: `SKU-${code}`, stock: 3 }] }
  const { json } = await owner('/products', product)
  const buyer = await apiAs('premium@redoubt.test')
  await buyer('/payments/checkout-session', { items: [{ productId: json.id, quantity: 1 }], code })
}

function ofTheEditor(owner: Awaited<ReturnType<typeof apiAs>>, { id, code }: { id: string; code: string }): Modal[] {
  let edits = 0
  return [
    {
      name: 'a new code, refused',
      file: 'src/features/codes/admin/coupons/coupon-editor.tsx',
      path: '/admin?tab=codes&new=1',
      escape: 'asks',
      async open(page) {
        await page.locator('#coupon-code').fill('A')
        await page.getByLabel('Percent off').fill('19,90')
        await page.getByLabel('Minimum').fill('1.999')
        await press('Create code')(page)
        await page.getByText('Code needs 3 letters or digits at least', { exact: false }).first().waitFor()
      },
    },
    {
      name: 'two edits of one code',
      file: 'src/features/codes/admin/coupons/coupon-editor.tsx',
      path: LIST,
      escape: 'asks',
      async open(page) {
        await press(`Edit ${code}`)(page)
        await page.locator('[id="coupon-discount.amount"]').fill('12.5')
        await page.locator('#coupon-note').fill('For clubs in June')
        // Another staff member saves first, each time with a new change.
        edits += 1
        const discount = { kind: 'flat', amount: 5 + edits }
        await owner(`/admin/codes/${id}`, { discount, note: `For clubs, ${edits}`, personLimit: 2 + edits }, 'PATCH')
        await press('Save changes')(page)
        await page.getByRole('region', { name: 'Someone else saved a change' }).waitFor()
      },
    },
  ]
}

const ofOne = ({ code }: { code: string }): Modal[] => [
  {
    name: 'a code that is in use',
    file: 'src/features/codes/admin/coupons/coupon-editor.tsx',
    path: LIST,
    async open(page) {
      await press(`Edit ${code}`)(page)
      await page.getByText('It has been used.', { exact: false }).waitFor()
    },
  },
  {
    name: 'the use of a code',
    file: 'src/features/codes/admin/coupons/coupon-use.tsx',
    path: LIST,
    async open(page) {
      await press(`Use of ${code}`)(page)
      await page.getByText('Being paid').last().waitFor()
      await page.getByText('Changed by', { exact: false }).waitFor()
    },
  },
  {
    name: 'a code being archived',
    file: 'src/features/codes/admin/admin-codes-tab.tsx',
    path: LIST,
    async open(page) {
      await press(`Archive ${code}`)(page)
      await page.getByLabel(/Type .* to confirm/).fill('MODAL')
    },
  },
]

export const CODES: Area = { name: 'codes', modals: codes }
