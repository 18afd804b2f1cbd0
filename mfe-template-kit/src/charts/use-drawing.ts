import { useEffect, useRef, useState, type RefObject } from 'react'
import { inTurn } from '../kit/in-turn.ts'
import type { Draw, Drawing, LoadDraw } from './drawing.ts'
import { readPalette } from './palette.ts'

/** Leaves out a chart of which only the edge shows. */
const ROOT_MARGIN = '-10% 0px'

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Draws in a separate task, once the element has a size in the window, or at once for print
 * (P-KIT-33). Loads below the window when the browser is idle. Redraws when `load` changes: keep it
 * stable. Removes the drawing on unmount. Throws while rendering when the library cannot load.
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
    let loading: Promise<void> | undefined
    let left = false
    const loadOnce = (): Promise<void> =>
      (loading ??= load().then(
        (loaded) => {
          draw = loaded
        },
        (cause: unknown) => {
          if (!left) setFailure({ cause })
        },
      ))
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
        void loadOnce().then(() => !left && size.observe(element))
      },
      { rootMargin: ROOT_MARGIN },
    )
    sight.observe(element)
    // A page that is printed needs all of them.
    void inTurn(() => (left ? undefined : loadOnce()))
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
