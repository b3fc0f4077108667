import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { prepareAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

/** The order with the most pieces in a list of orders. */
async function richest(list: string): Promise<string> {
  const owner = await prepareAs('admin@redoubt.test')
  const { orders } = (await owner(`/admin/orders?limit=100&${list}`)).json as {
    orders: { id: string; names: string[]; pieces: number; refunded: number }[]
  }
  const whole = orders.filter(({ refunded }) => refunded === 0)
  return whole.sort((a, b) => b.names.length - a.names.length || b.pieces - a.pieces)[0]!.id
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click()

const addressOf = (path: string): Modal => ({
  name: 'an address, refused',
  file: 'src/features/orders/order/address/web/address-dialog.tsx',
  path,
  async open(page) {
    await press(page, 'Correct the address')
    await page.getByRole('dialog').getByLabel('City').fill('')
    await press(page, 'Save Address')
    await page.getByText('City is required').waitFor()
  },
  escape: 'asks',
})

const TO_PACK: Modal = {
  name: 'an order to pack, in place',
  file: 'src/features/orders/history/admin/order-steps-dialog.tsx',
  path: '/admin?tab=overview',
  async open(page) {
    await page
      .getByRole('button', { name: /^Pack: RD-/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as packed' }).waitFor()
  },
}

const TRACKING: Modal = {
  name: 'parcels by tracking numbers, refused',
  file: 'src/features/orders/fulfilment/tracking-file/tracking-dialog.tsx',
  path: '/admin?tab=orders',
  async open(page) {
    await press(page, 'Ship by tracking numbers')
    await page.getByLabel('Orders and tracking numbers').fill('RD-1, 1Z5R89390357567127')
    await press(page, 'Mark as shipped')
    await page.getByText('There is no order RD-1.').waitFor()
  },
}

async function money(): Promise<Modal[]> {
  const [packed, delivered] = await Promise.all([richest('status=packed'), richest('status=delivered')])
  const order = (id: string) => `/admin?tab=orders&order=${id}`
  return [
    {
      name: 'a refund of some pieces',
      file: 'src/features/orders/refunds/admin/refund-dialog.tsx',
      path: order(delivered),
      async open(page) {
        await press(page, 'Refund')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Decrease' }).first().click()
        await page.getByRole('region', { name: 'What it does' }).getByText('Paid back').waitFor()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: /^Refund \$/ })
          .waitFor()
      },
    },
    {
      name: 'a failed refund, tried again',
      file: 'src/features/orders/refunds/admin/retry-refund-dialog.tsx',
      path: '/admin?tab=overview',
      open: page => page.getByRole('button', { name: /^Try again: the refund of / }).click(),
    },
    TO_PACK,
    {
      name: 'a cancellation',
      file: 'src/features/orders/history/admin/staff-actions.tsx',
      path: order(packed),
      async open(page) {
        await press(page, 'Cancel order')
        await page.getByRole('region', { name: 'What it does' }).getByText('Paid back').waitFor()
      },
    },
    {
      name: 'a parcel, refused',
      file: 'src/features/orders/history/admin/staff-actions.tsx',
      path: order(packed),
      async open(page) {
        await press(page, 'Ship')
        await page.getByLabel('Tracking number').fill('not/a/number')
        await press(page, 'Mark as shipped')
        await page.getByText('A tracking number has letters and digits only.').waitFor()
      },
    },
    addressOf(order(packed)),
    {
      name: 'a payment that disagrees',
      file: 'src/features/orders/history/admin/staff-actions.tsx',
      path: order(inject('orderOnHold')),
      async open(page) {
        await press(page, 'Decide on the payment')
        await page.getByLabel('Decision').selectOption('refund')
      },
    },
    {
      name: 'a disputed order',
      file: 'src/features/disputes/admin/dispute-card.tsx',
      path: order(inject('orderDisputed')),
      within: '[aria-label=Disputes]',
      escape: 'nothing',
    },
    {
      name: 'evidence for a dispute, refused',
      file: 'src/features/disputes/admin/dispute-card.tsx',
      path: order(inject('orderDisputed')),
      async open(page) {
        await press(page, 'Submit evidence')
        await press(page, 'Submit evidence')
        await page.getByText('Please tell the bank why the payment is valid.').waitFor()
      },
    },
    {
      name: 'an accepted dispute',
      file: 'src/features/disputes/admin/dispute-card.tsx',
      path: order(inject('orderDisputed')),
      async open(page) {
        await press(page, 'Accept the dispute')
        await page.getByText('taken back').waitFor()
      },
    },
    {
      name: 'a discrepancy',
      file: 'src/features/reconciliation/admin/discrepancy-list.tsx',
      path: '/admin?tab=creditaudit',
      async open(page) {
        await page
          .getByRole('listitem')
          .filter({ hasText: '126.50' })
          .getByRole('button', { name: 'Resolve with a note' })
          .click()
        await press(page, 'Resolve')
        await page.getByText('Please say how it was resolved').waitFor()
      },
    },
  ]
}

export const MONEY: Area = { name: 'money', modals: async () => [...(await money()), TRACKING] }
