// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press, show, withPage } from '#ui/testing/in-browser.tsx'
import type { ShownProfile } from '../../users-client.ts'
import { EditUser } from './edit-user.tsx'

withPage()

const ADDRESS = { line1: '1 Fort Street', line2: null, city: 'Provo', state: 'NV', postalCode: '84601', country: 'US' }
const ID = '019c0000-0000-7000-8000-000000000001'
const PERSON = {
  ...{ id: ID, name: 'Sam Porter', phone: '+18015550100', birthday: '1990-05-17', version: 1, address: null },
  doubtfulAddresses: [{ id: ID, isDefault: false, ...ADDRESS }],
} as unknown as ShownProfile

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })

it('staff confirm a doubtful address of the book as it is: the form can then be saved without a change [B-12.267]', async () => {
  show(<EditUser person={PERSON} addressId={ID} onClose={() => {}} />, '/admin')
  expect(await screen.findByText('The ZIP code 84601 is in Utah, not in Nevada.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Address line 1/).value).toBe('1 Fort Street')
  expect(save().disabled).toBe(true)
  await press('It is right as I wrote it')
  expect(save().disabled).toBe(false)
})
