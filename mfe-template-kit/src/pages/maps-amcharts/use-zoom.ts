import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomBehavior } from 'd3-zoom'
import { useEffect, useRef, type RefObject } from 'react'
import { HEIGHT, WIDTH } from './countries.ts'

export type Zooming = {
  readonly by: (factor: number) => void
  readonly to: (centre: readonly [number, number]) => void
  readonly reset: () => void
}

/** The map takes Ctrl with the wheel, or two fingers. Other gestures scroll the page. */
const isForMap = (event: Event): boolean => {
  if (event instanceof WheelEvent) return event.ctrlKey
  if (globalThis.TouchEvent && event instanceof TouchEvent) return event.touches.length > 1
  return event instanceof MouseEvent && event.button === 0
}

/** Applies to `layer` within `svg`. */
export const useZoom = (svg: RefObject<SVGSVGElement | null>, layer: RefObject<SVGGElement | null>): Zooming => {
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown>>(null)

  useEffect(() => {
    if (!svg.current) return
    const area = select(svg.current)
    const zooming = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, 12])
      .extent([
        [0, 0],
        [WIDTH, HEIGHT],
      ])
      .translateExtent([
        [0, 0],
        [WIDTH, HEIGHT],
      ])
      .filter(isForMap)
      .on('zoom', ({ transform }: { transform: { toString(): string } }) =>
        layer.current?.setAttribute('transform', transform.toString()),
      )
    behaviour.current = zooming
    area.call(zooming)
    return () => {
      area.on('.zoom', null)
    }
  }, [svg, layer])

  const withArea = (act: (zooming: ZoomBehavior<SVGSVGElement, unknown>, element: SVGSVGElement) => void) => () => {
    if (behaviour.current && svg.current) act(behaviour.current, svg.current)
  }
  return {
    by: (factor) => withArea((zooming, element) => zooming.scaleBy(select(element), factor))(),
    to: ([x, y]) =>
      withArea((zooming, element) =>
        zooming.transform(
          select(element),
          zoomIdentity
            .translate(WIDTH / 2, HEIGHT / 2)
            .scale(3)
            .translate(-x, -y),
        ),
      )(),
    reset: withArea((zooming, element) => zooming.transform(select(element), zoomIdentity)),
  }
}
