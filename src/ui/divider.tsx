import { classNames } from './class-names.ts'

/** Between two parts: a hairline, or a strap of webbing where a page turns to something else. */
export function Divider({ webbing = false, className }: { webbing?: boolean; className?: string }) {
  return <hr className={classNames(webbing ? 'webbing' : 'border-line border-t', className)} />
}
