import { callForFile } from '#kernel/client/calls/call.ts'
import type { ButtonLook } from '#ui/buttons/button.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import { packingClient } from './packing-client.ts'

type ChosenProps = ButtonLook & { ids: readonly string[] }

/** Saves the pick list of chosen orders, or of all that wait for packing. */
export const PickListButton = ({ ids, ...look }: Partial<ChosenProps>) => (
  <SavePdfButton
    {...look}
    save={async () => {
      const query = ids ? { ids: ids.join(',') } : {}
      saveFile('pick-list.pdf', await callForFile(packingClient().admin.orders['pick-list.pdf'].$get({ query })))
    }}
  >
    Pick list
  </SavePdfButton>
)

/** Saves the packing slips of chosen orders as one PDF. */
export const PackingSlipsButton = ({ ids, hasPrices, ...look }: ChosenProps & { hasPrices: boolean }) => (
  <SavePdfButton
    {...look}
    save={async () => {
      const query = { ids: ids.join(','), prices: hasPrices ? 'true' : 'false' } as const
      saveFile(
        'packing-slips.pdf',
        await callForFile(packingClient().admin.orders['packing-slips.pdf'].$get({ query })),
      )
    }}
  >
    Packing slips
  </SavePdfButton>
)
