import { useEffect, useState } from 'react'
import type * as drawing from './drawing.ts'

export type Drawing = Pick<typeof drawing, 'Highcharts' | 'chartOptions'>

export type HighchartsLoad =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly drawing: Drawing }
  | { readonly status: 'failed'; readonly retry: () => void }

type Import = () => Promise<Drawing>

/** After this time the chart draws in an available font. */
const FONT_TIMEOUT_MS = 3_000

/**
 * Resolves once the font loads or fails: the chart measures letters once. Resolves at once in a
 * portal, which lacks the font.
 */
const productFont = async (): Promise<void> => {
  const [family = ''] = getComputedStyle(document.documentElement).getPropertyValue('--ui-font-product').split(',')
  if (!family || !('fonts' in document)) return
  await Promise.race([
    document.fonts.load(`1em ${family}`).catch(() => []),
    new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS)),
  ])
}

/** Browsers do not paint hidden pages. */
const PAINT_TIMEOUT_MS = 100

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
 * Loads the library once wanted. It is larger than all other code of the screen. People who never
 * reach the chart do not load it.
 */
export const useHighcharts = (wanted: boolean, load = importHighcharts): HighchartsLoad => {
  const [state, setState] = useState<HighchartsLoad>({ status: 'idle' })
  useEffect(() => {
    if (wanted) begin(load, setState)
  }, [wanted, load])
  return state
}
