import { classNames } from './class-names.ts'

/** Faint contour lines behind a hero, in the colour of the theme. Its parent is `relative` and what stands on it too. */
export function TopoGround({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('topo pointer-events-none absolute inset-0', className)} />
}
