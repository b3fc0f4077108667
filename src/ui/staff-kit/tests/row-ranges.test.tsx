// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, withPage } from '../../testing/in-browser.tsx'
import { useRowKeys } from '../use-row-keys.ts'

withPage()

const NAMES = ['A', 'B', 'C', 'D', 'E']

/** Five rows with boxes; that of B is disabled. */
function Rows() {
  useRowKeys('screen')
  return (
    <section id="screen">
      <table>
        <tbody>
          {NAMES.map(name => (
            <tr key={name}>
              <td>
                <input type="checkbox" aria-label={name} disabled={name === 'B'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Presses the keys one after another; X is Shift and x. */
const keys = (text: string) =>
  act(async () => {
    for (const key of text)
      fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey: key === 'X', bubbles: true })
  })

const chosen = () => NAMES.filter(name => screen.getByLabelText<HTMLInputElement>(name).checked).join('')

it('Shift X chooses the rows from the last chosen one on, down and up, without those that cannot be chosen [B-13.100]', async () => {
  show(<Rows />)
  await keys('jxjjX')
  expect(chosen()).toBe('AC')
  await keys('jjX')
  expect(chosen()).toBe('ACDE')
  // A range takes the state of the row where it begins: E is no longer chosen.
  await keys('xkkX')
  expect(chosen()).toBe('A')
})

it('Shift X without a chosen row before chooses the row of the cursor alone [B-13.100]', async () => {
  show(<Rows />)
  await keys('jjjX')
  expect(chosen()).toBe('C')
})
