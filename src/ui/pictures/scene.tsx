type SceneProps = {
  /** Name in `public/pictures`, where it stands in 320 and 640 px. */
  name: 'step-earn' | 'step-pick' | 'step-check' | 'free-entry-card' | 'winner-medal'
  /** The `sizes` of `<img>`: the displayed width. */
  sizes: string
  className: string
}

const set = (name: string, ending: string) =>
  [320, 640].map(width => `/pictures/${name}-${width}.${ending} ${width}w`).join(', ')

/** A square picture of the shop's own. It repeats the text beside it, so it has no alternative text. */
export const Scene = ({ name, sizes, className }: SceneProps) => (
  <picture className={className}>
    <source type="image/avif" srcSet={set(name, 'avif')} sizes={sizes} />
    <img
      src={`/pictures/${name}-640.webp`}
      alt=""
      width={640}
      height={640}
      loading="lazy"
      className="size-full object-cover"
    />
  </picture>
)
