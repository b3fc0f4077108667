// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { button, press, show, withPage } from '../testing/in-browser.tsx'
import { useLostFocus } from './use-lost-focus.ts'

withPage()

const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

/** A list whose rows leave, a paper with the next step of its button, and a button that is disabled. */
function Desk() {
  useLostFocus()
  const [rows, setRows] = useState(['A', 'B', 'C'])
  const [step, setStep] = useState('received')
  const [isTop, setIsTop] = useState(false)
  return (
    <section>
      <ul>
        {rows.map(row => (
          <li key={row}>
            <a href="/">{row}</a>
            <button type="button" onClick={() => setRows(rows.filter(other => other !== row))}>
              Settle {row}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" key={step} onClick={() => setStep('checked')}>
          Mark {step}
        </button>
      </p>
      <p>
        <button type="button" disabled={isTop} onClick={() => setIsTop(true)}>
          Up
        </button>
        <button type="button">Down</button>
      </p>
    </section>
  )
}

async function pressFocused(name: string) {
  act(() => button(name).focus())
  await press(name)
}

it('the next row takes the focus of a settled row, then the one before, then what follows the list [B-13.103]', async () => {
  show(<Desk />)
  await pressFocused('Settle B')
  await focused(() => screen.getByRole('link', { name: 'C' }))
  await pressFocused('Settle C')
  await focused(() => screen.getByRole('link', { name: 'A' }))
  await pressFocused('Settle A')
  await focused(() => button('Mark received'))
})

it('the button of the next step takes the focus of the one before, and a neighbour that of a disabled one [B-13.103]', async () => {
  show(<Desk />)
  await pressFocused('Mark received')
  await focused(() => button('Mark checked'))
  await pressFocused('Up')
  await focused(() => button('Down'))
})
