import { useEffect, useRef, type RefObject } from 'react'
import type { Draw, Drawing } from './drawing.ts'
import { readPalette } from './palette.ts'

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Draws into the element once it has a size, and again when `draw` changes; removes the drawing on unmount. `draw`
 * must not change between renders without need.
 */
export const useDrawing = (draw: Draw): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element) return
    let drawing: Drawing | undefined
    const fit = () => {
      if (element.clientWidth === 0) return
      if (drawing) drawing.fit?.()
      else drawing = draw(element, readPalette(element), wantsStillness())
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawing?.remove()
    }
  }, [draw])

  return place
}
