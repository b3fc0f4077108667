// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show, withPage } from '../../testing/in-browser.tsx'
import { NumberStepper } from './number-stepper.tsx'

withPage()

function Quantity() {
  const [value, setValue] = useState(2)
  return <NumberStepper label="Quantity" value={value} onChange={setValue} max={50} />
}

it.each([
  ['1.5', '1'],
  ['15', '15'],
  ['-3', '1'],
  ['1,000', '50'],
  ['7 pieces', '7'],
  ['', '2'],
  ['.', '2'],
])('a quantity typed as "%s" becomes %s when the field is left', (typed, expected) => {
  show(<Quantity />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton')
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  expect(field.value).toBe(expected)
})
