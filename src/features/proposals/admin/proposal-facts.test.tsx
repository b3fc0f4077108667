// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProposalFacts } from './proposal-facts.tsx'

it('facts with one label stand under it once, also two that are equal', () => {
  const entries = ['Kettle: 1', 'Lamp: 2', 'Lamp: 2'].map(value => ({ label: 'Entries', value }))
  render(<ProposalFacts facts={[{ label: 'Into', value: 'Bo Li' }, ...entries]} />)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Into', 'Entries'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Bo Li',
    ...entries.map(({ value }) => value),
  ])
})
