import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useIsDemo } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { OPEN_WORD } from '../contract.ts'
import { checkAgain, type ShownSetup, setupClient } from '../setup-client.ts'

/** Opens the shop, or says what is missing for it and where. */
export function OpeningPanel({ setup: { missing, waiting, unread } }: { setup: ShownSetup }) {
  const mayOpen = useRight('settings.change')
  return (
    <section aria-labelledby="opening" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
      <h2 id="opening" className="text-2xl">
        The shop is not open yet
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        Visitors see “Opening soon”. {waitingWords(waiting)} Sign-in, legal texts and this area work already.
      </p>
      {missing.length > 0 && (
        <>
          <h3 className="mt-5 font-semibold">Missing for the opening</h3>
          <ul className="mt-2 flex flex-col divide-y divide-line border-line border-y">
            {missing.map(({ code, title, link }) => (
              <li key={code} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
                <span className="wrap-anywhere min-w-0">{title}</span>
                <TextLink to={link} aria-label={`Go there: ${title}`}>
                  Go there
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {unread.length > 0 && <LegalTexts unread={unread} mayRead={mayOpen} />}
      {mayOpen && <OpenShop isReady={missing.length === 0} />}
    </section>
  )
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return 'No visitor has asked to be told of the opening yet.'
  return waiting === 1 ? 'One person is told of the opening.' : `${waiting} people are told of the opening.`
}

function LegalTexts({ unread, mayRead }: { unread: ShownSetup['unread']; mayRead: boolean }) {
  const reading = useMutation({
    mutationFn: () =>
      call(
        setupClient.admin.setup['legal-texts'].$post({
          json: { documents: unread.map(({ kind, version }) => ({ kind, version })) },
        }),
      ),
    onSuccess: () => void checkAgain(),
    onError: error => toast.error(error.message),
  })
  return (
    <div id="legal-texts" className="mt-5">
      <h3 className="font-semibold">Legal texts to read</h3>
      <p className="mt-1 max-w-prose text-muted text-sm">
        They bind your company. They take names, addresses and numbers from the settings.
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {unread.map(({ kind, title, version }) => (
          <li key={kind}>
            <TextLink to={`/legal/${kind}/${version}`}>{title}</TextLink>
          </li>
        ))}
      </ul>
      {mayRead && (
        <Button className="mt-3" size="sm" variant="secondary" mutation={reading} busyText="Saving...">
          I have read them
        </Button>
      )}
    </div>
  )
}

/** A demo opens by a word whatever is missing. */
function OpenShop({ isReady }: { isReady: boolean }) {
  const isDemo = useIsDemo()
  const [word, setWord] = useState('')
  const { revalidate } = useRevalidator()
  const opening = useMutation({
    mutationFn: () => reauthenticated(() => call(setupClient.admin.open.$post({ json: word ? { word } : {} }))),
    onSuccess: async () => {
      toast.success('The shop is open.')
      await Promise.all([checkAgain(), revalidate()])
    },
    onError: error => {
      if (error instanceof NotReauthenticated) return
      toast.error(error.message)
      void checkAgain()
    },
  })
  const asksWord = isDemo && !isReady
  return (
    <form
      className="mt-6 flex flex-col items-start gap-3"
      onSubmit={event => {
        event.preventDefault()
        opening.mutate()
      }}
    >
      {asksWord && (
        <TextField
          className="w-full max-w-xs"
          label={`Type ${OPEN_WORD} to open this demo as it is`}
          autoComplete="off"
          maxLength={20}
          value={word}
          onChange={event => setWord(event.target.value)}
        />
      )}
      <Button type="submit" busy={opening.isPending} busyText="Opening..." disabled={!(isReady || asksWord)}>
        Open the shop
      </Button>
    </form>
  )
}
