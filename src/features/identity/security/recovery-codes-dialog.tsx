import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'

const FILE_NAME = 'recovery-codes.txt'

const download = (shop: string, codes: string[]) =>
  saveFile(FILE_NAME, `${shop} recovery codes\n\n${codes.join('\n')}\n`)

/** Shows recovery codes once. Only the button closes the dialog. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: string[] | undefined; onDone: () => void }) {
  const { name } = useSettings().brand
  const copy = () =>
    navigator.clipboard.writeText(codes!.join('\n')).then(
      () => toast.success('Recovery codes copied.'),
      () => toast.error('The codes could not be copied. Please write them down.'),
    )
  return (
    <Dialog
      open={codes !== undefined}
      onOpenChange={onDone}
      firm
      title="Save your recovery codes"
      description="Each code signs you in once when your phone or passkey is not at hand. They are shown only now. Store them with your passwords."
      footer={<Button onClick={onDone}>I have saved them</Button>}
    >
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-sunken p-5"
      >
        {codes?.map(code => (
          <li key={code} className="figure text-lg tracking-wider">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={() => download(name, codes!)}>
          Download
        </Button>
      </div>
    </Dialog>
  )
}
