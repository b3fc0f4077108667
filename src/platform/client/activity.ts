let activeAt = Date.now()

if (typeof window !== 'undefined')
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(
      type,
      () => {
        activeAt = Date.now()
      },
      { capture: true, passive: true },
    )

/** How long the person has done nothing on this page. Opening it counts as an action; calls that it makes by itself do not. */
export const idleSeconds = (): number => (Date.now() - activeAt) / 1000
