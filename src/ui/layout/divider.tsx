import { classNames } from '../class-names.ts'

/** Separates two parts: a hairline, or a webbing strap at a change of subject. */
export function Divider({ webbing = false, className }: { webbing?: boolean; className?: string }) {
  return <hr className={classNames(webbing ? 'webbing' : 'border-line border-t', className)} />
}
