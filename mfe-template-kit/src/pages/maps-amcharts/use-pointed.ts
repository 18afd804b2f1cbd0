import { useEffect, useState, type RefObject } from 'react'

export type Pointed = { readonly id: string; readonly x: number; readonly y: number }

const idOf = (event: Event): string | undefined =>
  event.target instanceof SVGElement ? event.target.dataset['country'] : undefined

export const usePointed = (svg: RefObject<SVGSVGElement | null>, choose: (id: string) => void): Pointed | undefined => {
  const [pointed, setPointed] = useState<Pointed>()

  useEffect(() => {
    const element = svg.current
    if (!element) return
    const move = (event: PointerEvent) => {
      const id = idOf(event)
      setPointed(id === undefined ? undefined : { id, x: event.offsetX, y: event.offsetY })
    }
    const leave = () => setPointed(undefined)
    const click = (event: Event) => {
      const id = idOf(event)
      if (id !== undefined) choose(id)
    }
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerleave', leave)
    element.addEventListener('click', click)
    return () => {
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('click', click)
    }
  }, [svg, choose])

  return pointed
}
