export type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const TOKENS = {
  '--atalaia-background': '--ui-bg',
  '--atalaia-surface': '--ui-surface',
  '--atalaia-surface-raised': '--ui-surface-raised',
  '--atalaia-text': '--ui-text',
  '--atalaia-text-muted': '--ui-text-muted',
  '--atalaia-accent': '--ui-accent',
  '--atalaia-accent-hover': '--ui-accent-hover',
  '--atalaia-accent-text': '--ui-accent-text',
  '--atalaia-on-accent': '--ui-on-accent',
  '--atalaia-focus': '--ui-focus',
  '--atalaia-leak': '--ui-leak',
  '--atalaia-password': '--ui-password',
} as const
type Property = keyof typeof TOKENS
const PROPERTIES = Object.keys(TOKENS).filter((name): name is Property => name in TOKENS)

const GROUNDS = ['--atalaia-background', '--atalaia-surface', '--atalaia-surface-raised'] as const
const TEXTS = [
  '--atalaia-text',
  '--atalaia-text-muted',
  '--atalaia-accent-text',
  '--atalaia-leak',
  '--atalaia-password',
] as const
const SIGNS = ['--atalaia-accent', '--atalaia-focus'] as const
const FILLS = ['--atalaia-accent', '--atalaia-accent-hover'] as const

/** WCAG 2.2, success criteria 1.4.3 and 1.4.11. */
const TEXT_RATIO = 4.5
const SIGN_RATIO = 3

type Pair = { readonly front: Property; readonly ground: Property; readonly least: number }

/** P-ACCESS-4 */
const PAIRS: readonly Pair[] = [
  ...TEXTS.flatMap((front) => GROUNDS.map((ground) => ({ front, ground, least: TEXT_RATIO }))),
  ...FILLS.map((ground) => ({ front: '--atalaia-on-accent' as const, ground, least: TEXT_RATIO })),
  ...SIGNS.flatMap((front) => GROUNDS.slice(0, 2).map((ground) => ({ front, ground, least: SIGN_RATIO }))),
]

const luminance = (colour: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((given) => {
    const channel = Math.min(1, Math.max(0, given))
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const over = ([red, green, blue, alpha]: Colour, ground: Colour): Colour => [
  red * alpha + ground[0] * (1 - alpha),
  green * alpha + ground[1] * (1 - alpha),
  blue * alpha + ground[2] * (1 - alpha),
  1,
]

/** From 1 to 21. A half transparent front lets the ground through. */
export const contrastOf = (front: Colour, ground: Colour): number => {
  const [light = 0, dark = 0] = [luminance(over(front, ground)), luminance(ground)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Reads `color(srgb 1 0.5 0 / 0.5)`, the browsers' form of a mix in sRGB. */
export const readColour = (text: string): Colour | undefined => {
  const [, red, green, blue, alpha = '1'] = /^color\(srgb (\S+) (\S+) (\S+?)(?: \/ ([\d.]+))?\)$/.exec(text) ?? []
  const colour: Colour = [Number(red), Number(green), Number(blue), Number(alpha)]
  return colour.every(Number.isFinite) ? colour : undefined
}

/**
 * Names colour pairs below WCAG 2.2 AA for the portal's developers (M-EMBED-36); `undefined`: all
 * pass. `place` has the tokens. Skips pairs without a colour of the portal, and transparent
 * grounds.
 */
export const contrastWarning = (place: HTMLElement, theme: string): string | undefined => {
  const view = place.ownerDocument.defaultView
  if (!view) return undefined
  const styles = view.getComputedStyle(place)
  const isSet = (name: Property) => styles.getPropertyValue(name).trim() !== ''
  const isPortals = new Set(PROPERTIES.filter(isSet))
  if (isPortals.size === 0) return undefined
  const probe = place.ownerDocument.createElement('i')
  probe.style.setProperty('forced-color-adjust', 'none')
  place.append(probe)
  const colours = new Map(
    PROPERTIES.map((name) => {
      probe.style.setProperty('color', `color-mix(in srgb, var(${TOKENS[name]}), var(${TOKENS[name]}))`)
      return [name, readColour(view.getComputedStyle(probe).color)]
    }),
  )
  probe.remove()
  const faults = PAIRS.flatMap(({ front, ground, least }) => {
    const [one, other] = [colours.get(front), colours.get(ground)]
    if (!one || !other || other[3] < 1 || !(isPortals.has(front) || isPortals.has(ground))) return []
    const ratio = contrastOf(one, other)
    // Cut, not rounded: 4.499 is not 4.5.
    return ratio < least ? [`${front} on ${ground} has ${Math.floor(ratio * 100) / 100}, and ${least} is needed`] : []
  })
  return faults.length > 0 ? `too little contrast in the theme ${theme} (WCAG 2.2 AA): ${faults.join('; ')}` : undefined
}
