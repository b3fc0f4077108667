/** Stands beside the winner's number, which says what the medal means. */
export const WinnerMedal = ({ className }: { className: string }) => (
  <picture>
    <source
      type="image/avif"
      srcSet="/pictures/winner-medal-160.avif 160w, /pictures/winner-medal-320.avif 320w"
      sizes="10rem"
    />
    <img src="/pictures/winner-medal-320.webp" alt="" width={320} height={320} className={className} />
  </picture>
)
