// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/dashboard" }
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { session } from '#kernel/client/browser.ts'
import { answerCalls, show, signIn, withPage } from '#ui/testing/in-browser.tsx'
import DashboardPage from './dashboard-page.tsx'

withPage()

it.each([
  ['/dashboard', '/login', '/register'],
  ['/dashboard?tab=subscription', ...['/login', '/register'].map(to => `${to}?next=%2Fdashboard%3Ftab%3Dsubscription`)],
])('a guest at %s signs in and comes back to the named tab [B-2.53] [B-2.118]', (address, login, register) => {
  session.end()
  show(<DashboardPage />, address)
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(login)
  expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe(register)
})

const [PAST, COMING] = ['2026-03-02T18:00:00.000Z', '2026-04-02T18:00:00.000Z']

it.each([
  ['Renews April 2, 2026', { status: 'active', nextBillingDate: COMING, endDate: null, benefitsActive: true }],
  ['Until April 2, 2026', { status: 'cancelled', nextBillingDate: null, endDate: COMING, benefitsActive: true }],
  ['Ended March 2, 2026', { status: 'cancelled', nextBillingDate: null, endDate: PAST, benefitsActive: false }],
  ['Payment failed', { status: 'past_due', nextBillingDate: null, endDate: null, benefitsActive: false }],
  ['Payment failed', { status: 'past_due', nextBillingDate: COMING, endDate: null, benefitsActive: false }],
])('the overview says "%s" of a membership [B-2.115]', async (note, subscription) => {
  signIn('owner')
  answerCalls({ 'GET /api/my/subscription': { id: 'sub_1', ...subscription } })
  show(<DashboardPage />, '/dashboard')
  expect(await screen.findByText(note)).toBeTruthy()
})

it.each([
  [null, 'Confirm your email address to see what was entered under it.'],
  ['support', 'Confirm your email address to see what was entered under it, and to begin as support.'],
])(
  'the overview of an unproven account with the offered role %s says why to confirm [B-31.14]',
  async (offeredRole, lead) => {
    signIn('owner')
    answerCalls({ 'GET /api/my/profile': { isMailboxProven: false, offeredRole } })
    show(<DashboardPage />, '/dashboard')
    expect(await screen.findByText(lead)).toBeTruthy()
  },
)
