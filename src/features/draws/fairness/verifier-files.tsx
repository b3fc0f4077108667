import { useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { FairnessApi } from './api.server.ts'
import type { Fairness } from './contract.ts'

const KINDS: Record<string, { name: string; how: string }> = {
  html: {
    name: 'A page that works offline',
    how: 'Save it, open it from your disk, drop draw.json and your receipt on it.',
  },
  mjs: { name: 'A file for Node.js', how: 'node redoubt-verify.mjs draw.json receipt.json' },
  py: { name: 'A file for Python, written independently', how: 'python3 redoubt-verify.py draw.json receipt.json' },
}

/** The files of "Check without us", each with its use and its SHA-256. */
export const VerifierFiles = ({ verifiers }: Pick<Fairness, 'verifiers'>) => (
  <ul className="grid gap-px overflow-hidden empty:hidden rounded-md border border-line bg-line">
    {verifiers.map(({ path, sha256 }) => {
      const kind = KINDS[path.split('.').at(-1)!]
      return (
        <li key={path} className="flex flex-col gap-1 bg-ground p-4">
          <a
            href={path}
            download
            className="inline-flex min-h-11 items-center self-start text-signal underline underline-offset-3"
          >
            {path.split('/').at(-1)}
          </a>
          <span className="text-muted">
            {kind?.name}: {kind?.how}
          </span>
          {sha256 && (
            <span className="text-muted text-sm">
              SHA-256 <code className="break-all font-mono text-sm">{sha256}</code>
            </span>
          )}
        </li>
      )
    })}
  </ul>
)

const PATHS = ['html', 'mjs', 'py'].map(ending => ({ path: `/verify/redoubt-verify.${ending}`, sha256: null }))

/** The same on a page that has not read the hashes; they follow. */
export function ReadVerifierFiles() {
  const { data } = useQuery({
    queryKey: ['fairness'],
    queryFn: () => call(clientOf<FairnessApi>().fairness.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <VerifierFiles verifiers={data?.verifiers ?? PATHS} />
}
