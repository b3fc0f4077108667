import { useQuery } from '@tanstack/react-query'
import { identity } from '#features/identity/web/identity-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'

/** The registration page with the referral code in its address. */
const linkOf = (code: string) => new URL(`/register?ref=${code}`, location.origin).href

async function copy(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(done)
  } catch {
    toast.error('It could not be copied. Please select and copy it by hand.')
  }
}

async function share(code: string, shop: string) {
  const url = linkOf(code)
  if (!navigator.share) return copy(url, 'Link copied.')
  // Closing the share sheet is not an error.
  await navigator
    .share({ title: shop, text: withFullStop(`Gear that earns giveaway credits. Join me at ${shop}`), url })
    .catch(() => {})
}

/** The user's referral code, to copy or share. */
export function ReferralCard() {
  const { name } = useSettings().brand
  const referral = useQuery({
    queryKey: ['my', 'referral-code'],
    queryFn: () => call(identity.my['referral-code'].$get()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const code = referral.data?.code
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-md border border-line bg-surface p-5">
      <div>
        <h2 className="label-sm text-muted">Your referral code</h2>
        <p className="figure mt-1 font-semibold text-3xl tracking-widest">{code ?? '········'}</p>
        {referral.isError && <p className="mt-1 text-danger text-sm">{referral.error.message}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={!code} onClick={() => code && void copy(code, 'Code copied.')}>
          Copy Code
        </Button>
        <Button variant="secondary" disabled={!code} onClick={() => code && void share(code, name)}>
          Share Link
        </Button>
      </div>
    </div>
  )
}
