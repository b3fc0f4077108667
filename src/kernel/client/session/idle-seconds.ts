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

/** Seconds since the user's last action on this page. Opening the page counts as an action; automatic calls do not. */
export const idleSeconds = (): number => (Date.now() - activeAt) / 1000
