const touches = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const

/** Resolves when the browser has nothing better to do, or as soon as the person does something. */
export const untilIdleOrTouched = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const touch of touches) page.removeEventListener(touch, done, true)
      resolve()
    }
    for (const touch of touches) page.addEventListener(touch, done, { capture: true, passive: true })
    if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 4_000 })
    else setTimeout(done, 200)
  })
