// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, press, refusal, show, signIn, type, withPage, withToasts } from '#ui/testing/in-browser.tsx'
import { AdminCreditAuditTab } from './admin-credit-audit-tab.tsx'

withPage()
const told = withToasts()
beforeEach(() => signIn('owner'))

const NOBODY = 'No account has this e-mail. Check the spelling.'
const EMPTY = { discrepancies: [], nextCursor: null, comparedAt: null }

it('a failed audit, reconciliation and report show the reason of the server, and what was typed stays [B-12.177] [B-12.178] [B-12.179] [B-12.250]', async () => {
  const unknown = () => refusal(404, 'account_not_found', NOBODY)
  const away = () => refusal(502, 'reconcile_failed', 'Failed to reconcile transaction')
  const session = () => refusal(404, 'session_not_found', 'No such session.')
  const answers = [session, away]
  const calls = answerCalls({
    'GET /api/admin/discrepancies': EMPTY,
    'GET /api/credits/audit': unknown,
    'GET /api/admin/credits/report': unknown,
    'POST /api/credits/reconcile': () => answers.shift()!(),
  })
  show(<AdminCreditAuditTab />)
  type('Customer email', 'rliey@example.com')
  await press('Look up')
  const trail = within(screen.getByRole('region', { name: 'Audit trail' }))
  expect(await trail.findByText(NOBODY)).toBeTruthy()
  type('Email (optional)', 'rliey@example.com')
  await press('Generate report')
  expect(await within(screen.getByRole('region', { name: 'Report' })).findByText(NOBODY)).toBeTruthy()
  type('Session ID', 'cs_mistyped')
  type('Email of the order', 'riley@example.com')
  await press('Reconcile')
  expect(await screen.findByText('No such session.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Session ID').value).toBe('cs_mistyped')
  await press('Reconcile')
  await screen.findByText('Failed to reconcile transaction')
  expect(told).toEqual([
    `Failed to fetch audit trail: ${NOBODY}`,
    `Failed to generate report: ${NOBODY}`,
    'Failed to reconcile transaction: No such session.',
    'Failed to reconcile transaction',
  ])
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(2)
})
