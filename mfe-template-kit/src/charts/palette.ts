/** Canvases and colour arithmetic know no custom properties. */
export type Palette = {
  /** Contrast of 3 or more to the surface. */
  readonly series: readonly string[]
  /** From calm to alarming. */
  readonly levels: readonly [string, string, string, string]
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly border: string
  readonly surface: string
  readonly raised: string
  readonly font: string
  readonly dark: boolean
}

const seriesTokens = [4, 1, 3, 5, 6, 2].map((number) => `--ui-chart-${number}`)

export const readPalette = (element: Element): Palette => {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    series: seriesTokens.map(token),
    levels: [token('--ui-info'), token('--ui-success'), token('--ui-warning'), token('--ui-danger')],
    text: token('--ui-text'),
    muted: token('--ui-text-muted'),
    grid: token('--ui-chart-grid'),
    border: token('--ui-border'),
    surface: token('--ui-surface'),
    raised: token('--ui-surface-raised'),
    font: style.fontFamily,
    dark: style.colorScheme.startsWith('dark'),
  }
}
