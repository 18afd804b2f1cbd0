import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Draw, Drawing, LoadDraw } from './drawing.ts'
import { readPalette } from './palette.ts'

/** The distance from the window at which a chart is drawn, so that a person who scrolls finds it drawn. */
const ROOT_MARGIN = '100px'

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Draws into the element, in a task of its own, once it has a size and is in the window or nearly, or at once when the
 * page is to be printed (P-KIT-33), and again when `load` changes; removes the drawing on unmount. The library is
 * loaded once the page stands. `load` must not change between renders without need. Throws while rendering when the
 * library cannot be loaded.
 */
export const useDrawing = (load: LoadDraw): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()

  useEffect(() => {
    const element = place.current
    if (!element) return
    let draw: Draw | undefined
    let drawing: Drawing | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const drawNow = () => {
      clearTimeout(timer)
      if (draw && !drawing && element.clientWidth > 0) drawing = draw(element, readPalette(element), wantsStillness())
    }
    const fit = () => {
      if (drawing) drawing.fit?.()
      // Charts that come into the window together are drawn in a task each.
      else if (element.clientWidth > 0) timer ??= setTimeout(drawNow)
    }
    const size = new ResizeObserver(fit)
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        sight.disconnect()
        size.observe(element)
      },
      { rootMargin: ROOT_MARGIN },
    )
    let left = false
    load().then(
      (loaded) => {
        if (left) return
        draw = loaded
        sight.observe(element)
      },
      (cause: unknown) => {
        if (!left) setFailure({ cause })
      },
    )
    addEventListener('beforeprint', drawNow)
    return () => {
      left = true
      clearTimeout(timer)
      removeEventListener('beforeprint', drawNow)
      sight.disconnect()
      size.disconnect()
      drawing?.remove()
    }
  }, [load])

  if (failure) throw failure.cause
  return place
}
