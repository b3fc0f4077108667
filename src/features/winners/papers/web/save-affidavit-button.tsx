import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import type { PapersApi } from '../api.server.ts'

/** Saves the affidavit, filled in. @param linkKey for a winner without an account; `isStaff` saves it for any winner. */
export function SaveAffidavitButton({
  id,
  linkKey,
  isStaff = false,
}: {
  id: string
  linkKey?: string | undefined
  isStaff?: boolean
}) {
  async function save() {
    const client = clientOf<PapersApi>()
    const answer = isStaff
      ? await client.admin.winners[':id']['affidavit.pdf'].$get({ param: { id } })
      : await client.prizes[':id']['affidavit.pdf'].$get({
          param: { id },
          header: linkKey ? { 'prize-key': linkKey } : {},
        })
    // On a refusal, `call` throws its message.
    if (!answer.ok) await call(Promise.resolve(answer))
    saveFile('affidavit.pdf', await answer.blob())
  }
  return (
    <SavePdfButton size="sm" save={save}>
      Affidavit to sign
    </SavePdfButton>
  )
}
