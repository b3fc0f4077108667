import { useState } from 'react'
import { clientOf } from '#kernel/client/browser.ts'
import { callForFile } from '#kernel/client/calls/call.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import type { PapersApi } from '../api.server.ts'

/** Saves the list of winners of a giveaway, to be sent to those who ask by mail. */
export function SaveWinnersList({ giveawayId }: { giveawayId: string }) {
  const [isWithheld, setWithheld] = useState(false)
  async function save() {
    const list = clientOf<PapersApi>().admin.giveaways[':id']['winners-list.pdf'].$get({
      param: { id: giveawayId },
      query: isWithheld ? { withholdName: 'true' } : {},
    })
    saveFile('winners-list.pdf', await callForFile(list))
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted text-sm">
        The official rules promise it by mail to those who write within 90 days of the draw. It has first name, first
        letter of the last name, state and prize.
      </p>
      <CheckboxField
        label="Leave the name out"
        hint="For a winner who refused publicity. Residents of Tennessee are never named."
        checked={isWithheld}
        onChange={event => setWithheld(event.target.checked)}
      />
      <SavePdfButton size="sm" save={save}>
        List of winners
      </SavePdfButton>
    </div>
  )
}
