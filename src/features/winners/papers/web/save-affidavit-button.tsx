import { clientOf } from '#kernel/client/browser.ts'
import { callForFile } from '#kernel/client/calls/call.ts'
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
    const affidavit = isStaff
      ? client.admin.winners[':id']['affidavit.pdf'].$get({ param: { id } })
      : client.prizes[':id']['affidavit.pdf'].$get({
          param: { id },
          header: linkKey ? { 'prize-key': linkKey } : {},
        })
    saveFile('affidavit.pdf', await callForFile(affidavit))
  }
  return (
    <SavePdfButton size="sm" save={save}>
      Affidavit to sign
    </SavePdfButton>
  )
}
