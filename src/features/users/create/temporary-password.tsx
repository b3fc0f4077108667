import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'

type TemporaryPasswordProps = { email: string; password: string }

/** Shows a temporary password once, with instructions. Only its hash is kept, so the password cannot be shown again. */
export function TemporaryPassword({ email, password }: TemporaryPasswordProps) {
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => toast.success('Temporary password copied'),
      () => toast.error('It could not be copied. Please write it down.'),
    )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-sm border border-line bg-sunken p-5">
        <p className="min-w-0 flex-1 basis-52">
          <span className="label-sm mb-1 block text-muted">Temporary password</span>
          <code className="select-all break-all font-semibold text-xl tracking-wider">{password}</code>
        </p>
        <Button variant="secondary" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <Notice kind="warning" title="It is shown this once">
        Hand it to <span className="wrap-anywhere">{email}</span> yourself; it is sent to nobody. It works for 7 days,
        and the first sign-in asks for a new password.
      </Notice>
    </div>
  )
}
