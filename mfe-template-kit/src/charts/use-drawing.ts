import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Draw, Drawing, LoadDraw } from './drawing.ts'
import { readPalette } from './palette.ts'

/** A scrolling person finds the chart drawn. */
const ROOT_MARGIN = '100px'

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Draws in a separate task, once the element has a size near the window, or at once for print
 * (P-KIT-33). Redraws when `load` changes: keep it stable. Removes the drawing on unmount. Throws
 * while rendering when the library cannot load.
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
