import { PageTitle } from '#ui/layout/page-title.tsx'
import { Figures } from './figures.tsx'
import { Forms } from './forms.tsx'
import { Foundations } from './foundations.tsx'
import { Overlays } from './overlays.tsx'
import { Surfaces } from './surfaces.tsx'

/** `/dev/gallery`: every part of the kit in its states, to be looked at in both themes and run through axe. */
export default function GalleryPage() {
  return (
    <div className="page-width pb-24">
      <title>Gallery</title>
      <PageTitle eyebrow="src/ui" lead="Every part the screens are made of, in its states.">
        Gallery
      </PageTitle>
      <Foundations />
      <Forms />
      <Figures />
      <Surfaces />
      <Overlays />
    </div>
  )
}
