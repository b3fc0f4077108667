import type { Page } from 'playwright-core'
import { apiAs } from '../shopper.ts'
import type { Area, Modal } from './modal.ts'

const FOLDER = 'src/features/people'
const address = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401' }

async function people(): Promise<Modal[]> {
  const owner = await apiAs('admin@redoubt.test')
  const make = async (name: string) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@modals.example`
    const body = { name, email, phone: '(801) 555-0177', birthday: '1985-02-03', address }
    const { json } = await owner('/admin/users/create', body)
    return { id: json.userId as string, name, email }
  }
  const one = await make('Wren Halloway')
  const twin = await make('Wren Halloway Twin')
  const profile = `/admin?tab=users&user=${one.id}`
  const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).last().click()
  return [
    {
      name: 'a new user, refused',
      file: `${FOLDER}/create/create-user-dialog.tsx`,
      path: '/admin?tab=users',
      async open(page) {
        await press('Create User')(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Create User' }).click()
        await page.getByText('Name is required').waitFor()
      },
    },
    { name: 'a profile', file: `${FOLDER}/profile/person-dialog.tsx`, path: profile },
    {
      name: 'credits given',
      file: `${FOLDER}/credits/credits-dialog.tsx`,
      path: profile,
      async open(page) {
        await press('Give')(page)
        await page.getByLabel(/^Amount/).fill('3')
        await page.getByText('3 afterwards').waitFor()
      },
    },
    {
      name: 'a merge',
      file: `${FOLDER}/merge/confirm-merge.tsx`,
      path: profile,
      async open(page) {
        await press('Merge duplicate')(page)
        await page.getByLabel('Find the other account').fill(twin.name)
        await page.getByRole('button', { name: new RegExp(twin.email) }).click()
        await page.getByRole('region', { name: 'What happens' }).getByText('is emptied and closed').waitFor()
      },
    },
  ]
}

export const PEOPLE: Area = { name: 'people', modals: people }
