import { useEffect, useState } from 'react'
import type * as drawing from './drawing.ts'

/** The chart library, and the options of our chart. */
export type Drawing = Pick<typeof drawing, 'Highcharts' | 'chartOptions'>

/** The chart library, which is loaded when it is first wanted. */
export type HighchartsLoad =
  /** Not wanted yet. */
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly drawing: Drawing }
  | { readonly status: 'failed'; readonly retry: () => void }

type Import = () => Promise<Drawing>

/** After so long the chart is drawn in the font that is there. */
const FONT_TIMEOUT_MS = 3_000

/**
 * Resolves once the product's font is there, or cannot be had: the chart has its letters measured when it is drawn, and is
 * not drawn again for another font. In a portal's page, which has not got the font, it resolves at once.
 */
const productFont = async (): Promise<void> => {
  const [family = ''] = getComputedStyle(document.documentElement).getPropertyValue('--ui-font-product').split(',')
  if (!family || !('fonts' in document)) return
  await Promise.race([
    document.fonts.load(`1em ${family}`).catch(() => []),
    new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS)),
  ])
}

/** A page that nobody sees is not painted. */
const PAINT_TIMEOUT_MS = 100

/** Resolves once the page has been painted. */
const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAINT_TIMEOUT_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })

const importHighcharts: Import = async () => {
  const [drawing] = await Promise.all([import(/* webpackChunkName: "chart-plot" */ './drawing.ts'), productFont()])
  // Drawing takes as long as all else of the page: the page is seen before.
  await nextPaint()
  return drawing
}

const begin = (load: Import, show: (state: HighchartsLoad) => void): void => {
  show({ status: 'loading' })
  load().then(
    (drawing) => show({ status: 'ready', drawing }),
    () => show({ status: 'failed', retry: () => begin(load, show) }),
  )
}

/**
 * Loads the chart library once it is wanted. It is larger than the rest of the screen: the numbers do not wait for it,
 * and a person who never scrolls to the chart never loads it.
 */
export const useHighcharts = (wanted: boolean, load = importHighcharts): HighchartsLoad => {
  const [state, setState] = useState<HighchartsLoad>({ status: 'idle' })
  useEffect(() => {
    if (wanted) begin(load, setState)
  }, [wanted, load])
  return state
}
