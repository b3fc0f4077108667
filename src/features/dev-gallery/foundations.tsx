import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { ICON_NAMES, Icon } from '#ui/pictures/icon.tsx'
import { Mark, Wordmark } from '#ui/pictures/mark.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { Chapter, Specimen } from './specimen.tsx'

/** Written out, because Tailwind only keeps class names it can read. */
const SWATCHES = [
  ['sunken', 'bg-sunken'],
  ['ground', 'bg-ground'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['plate', 'bg-plate'],
  ['field', 'bg-field'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['signal', 'bg-signal'],
  ['signal-fill', 'bg-signal-fill'],
  ['ranger', 'bg-ranger'],
  ['ranger-fill', 'bg-ranger-fill'],
  ['coyote', 'bg-coyote'],
  ['danger', 'bg-danger'],
  ['danger-fill', 'bg-danger-fill'],
  ['success', 'bg-success'],
  ['warning', 'bg-warning'],
  ['bronze', 'bg-bronze'],
  ['silver', 'bg-silver'],
  ['gold', 'bg-gold'],
  ['platinum', 'bg-platinum'],
] as const

const SIZES = ['text-6xl', 'text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl'] as const

/** What everything else is made of: mark, colours, type, icons, textures. */
export function Foundations() {
  return (
    <Chapter title="Foundations">
      <Specimen file="mark.tsx">
        <Wordmark />
        <Mark size={64} title="Redoubt" />
        <Mark size={20} className="text-signal" />
      </Specimen>
      <Specimen file="theme-toggle.tsx">
        <ThemeToggle />
      </Specimen>
      <Specimen file="src/app/styles.css" wide>
        <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6 lg:grid-cols-11">
          {SWATCHES.map(([name, className]) => (
            <li key={name} className="text-xs">
              <span className={`mb-1 block h-12 border border-line ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen file="type" wide>
        <div className="flex flex-col gap-2 overflow-hidden">
          {SIZES.map(size => (
            <p key={size} className={`figure truncate font-semibold ${size}`}>
              Hold the line 0123456789
            </p>
          ))}
          <p className="label">Label, wide and sparing</p>
          <p className="label-sm text-muted">Small label</p>
          <p className="max-w-prose text-lg">
            Buy gear, earn credits of its tier, spend a credit on a numbered slot, and check the draw yourself.
          </p>
          <p className="max-w-prose">
            The reading face at its usual size. No purchase is necessary: anyone may enter free by mail, and a free
            entry has the same chance as any other.
          </p>
          <p className="max-w-prose text-muted text-sm">Small and muted, for what stands beside the matter.</p>
        </div>
      </Specimen>
      <Specimen file="icon.tsx">
        <ul className="grid grid-cols-4 gap-4 sm:grid-cols-8 lg:grid-cols-12">
          {ICON_NAMES.map(name => (
            <li key={name} className="flex w-18 flex-col items-center gap-1 text-center text-muted text-xs">
              <Icon name={name} size={24} className="text-ink" />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen file="topo-ground.tsx" wide>
        <div className="relative overflow-hidden border border-line bg-surface px-6 py-16 sm:px-12">
          <TopoGround />
          <p className="relative max-w-xl font-condensed font-semibold text-4xl sm:text-5xl">Hold the line</p>
          <p className="relative mt-3 max-w-md text-lg text-muted">Contours only where a hero stands on them.</p>
        </div>
      </Specimen>
    </Chapter>
  )
}
