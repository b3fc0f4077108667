// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, button, press, refusal, show, signIn, type, withPage } from '#ui/testing/in-browser.tsx'
import { SendSmsDialog } from './send-sms-dialog.tsx'

withPage()
beforeEach(() => signIn('owner'))

const send = () => button(/^Send SMS$|^Sending/)
/** @param reachable the number of recipients; null while the preview loads. */
function open(reachable: number | null, sending: () => Response | Promise<Response> = () => new Response()) {
  const preview = { reachable, processedCount: 2, isComplete: true, leftOut: {} }
  answerCalls({
    'POST /api/admin/sms/preview': () =>
      reachable === null ? new Promise<Response>(() => {}) : Response.json(preview),
    'POST /api/admin/sms/campaigns': sending,
  })
  show(<SendSmsDialog recipients={{ kind: 'all' }} onClose={() => {}} />)
}

it('Send is disabled while the recipients load, without any, without text and over the limit [B-12.103]', async () => {
  open(null)
  type(/^Message/, 'New packs')
  expect(send().disabled).toBe(true)
})

it('Send is disabled without recipients [B-12.101] [B-12.103]', async () => {
  open(0)
  expect(await screen.findByText('No users with SMS opt-in found in selection')).toBeTruthy()
  type(/^Message/, 'New packs')
  expect(send().disabled).toBe(true)
})

it('Send is disabled without text, over the limit, and while it sends; a refusal shows the server’s message [B-12.103] [B-12.181]', async () => {
  let answer = (_response: Response) => {}
  open(2, () => new Promise(resolve => (answer = resolve)))
  await screen.findByText(/can be sent an SMS/)
  expect(send().disabled).toBe(true)
  type(/^Message/, 'x'.repeat(90))
  expect(send().disabled).toBe(true)
  type(/^Message/, 'x'.repeat(89))
  expect(send().disabled).toBe(false)
  await press('Send SMS')
  await waitFor(() => expect(send().getAttribute('aria-disabled') === 'true' || send().disabled).toBe(true))
  answer(refusal(400, 'nobody_opted_in', 'Everybody opted out.'))
  expect(await screen.findByText('Everybody opted out.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toHaveLength(89)
})
