// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/dashboard" }
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press, show, type, withPage } from '#ui/testing/in-browser.tsx'
import { AddressForm } from '../../address-book/web/address-form.tsx'
import { PlaceWarning } from './address-question.tsx'

withPage()

/** An address form that is filled in up to the ZIP code. */
function open() {
  const save = vi.fn(async () => {})
  show(<AddressForm address={null} save={save} />, '/dashboard')
  type(/^Address Line 1/, '12 Bastion Way')
  type(/^City/, 'Provo')
  type(/^State/, 'Nevada')
  return save
}

it('a form asks back an address that does not agree, and fills in what is meant [B-5.39]', async () => {
  const save = open()
  expect(screen.queryByText('Please check the address')).toBeNull()
  type(/^Postal Code/, '84601')
  expect(screen.getByText('The ZIP code 84601 is in Utah, not in Nevada.')).toBeTruthy()
  await press('Use Provo, UT 84601')
  expect(screen.queryByText('Please check the address')).toBeNull()
  await press('Save Address')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls).toEqual([[expect.objectContaining({ city: 'Provo', state: 'UT', postalCode: '84601' })]])
  expect(save.mock.calls[0]).not.toHaveProperty('0.addressConfirmed')
})

it('a form sends what was typed with its confirmation, which holds for these words alone [B-5.39]', async () => {
  const save = open()
  type(/^Postal Code/, '84601')
  await press('It is right as I wrote it')
  expect(screen.getByText('Kept as you wrote it')).toBeTruthy()
  await press('Save Address')
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls).toEqual([[expect.objectContaining({ state: 'NV', addressConfirmed: true })]])
  type(/^Postal Code/, '84602')
  expect(screen.getByText('Please check the address')).toBeTruthy()
})

it('a form marks the field that no post office knows, and keeps what was typed [B-5.38]', async () => {
  const save = open()
  type(/^State/, 'Atlantis')
  type(/^Postal Code/, '84601')
  await press('Save Address')
  expect(save).not.toHaveBeenCalled()
  const state = screen.getByLabelText<HTMLInputElement>(/^State/)
  expect([state.value, state.getAttribute('aria-invalid')]).toEqual(['Atlantis', 'true'])
})

it('the state has a list of its own from the focus on [B-5.38]', () => {
  open()
  const state = screen.getByLabelText<HTMLInputElement>(/^State/)
  expect(state.getAttribute('list')).toBeNull()
  fireEvent.focus(state)
  const options = [...document.getElementById(state.getAttribute('list')!)!.querySelectorAll('option')]
  expect(options).toHaveLength(62)
  expect(options.map(({ value }) => value)).toContain('PR')
})

it('staff read what is doubtful in an address on file, and nothing of one that agrees [B-5.39]', () => {
  show(
    <>
      <PlaceWarning address={{ city: 'Provo', state: 'NV', postalCode: '84601', country: 'US' }} />
      <PlaceWarning address={{ city: 'Provo', state: 'UT', postalCode: '84601', country: 'US' }} />
      <PlaceWarning address={{ city: 'Atlantis', state: 'ZZ', postalCode: 'ABCDE', country: 'US' }} />
    </>,
  )
  expect(screen.getAllByText('The address is doubtful')).toHaveLength(2)
  expect(screen.getByText('We do not know the state “ZZ”.')).toBeTruthy()
  expect(screen.getByText('We do not know the ZIP code “ABCDE”.')).toBeTruthy()
  expect(screen.getByText('The ZIP code 84601 is in Utah, not in Nevada.')).toBeTruthy()
})
