/** @jest-environment node */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { THEME_NAMES } from '@atalaia/contracts'
import { themes } from './themes.ts'

const tokensOf = (theme: string): Map<string, string> => {
  const [css = ''] = readFileSync(join(__dirname, 'styles/themes', `${theme}.css`), 'utf8').split('}')
  return new Map(
    [...css.matchAll(/(--ui-[a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

/** By WCAG 2.2. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const mix = (colour: string, ground: string, share: number): string =>
  [1, 3, 5].reduce((hex, at) => {
    const [a, b] = [colour, ground].map((each) => Number.parseInt(each.slice(at, at + 2), 16))
    return (
      hex +
      Math.round((a ?? 0) * share + (b ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0')
    )
  }, '#')

const grounds = ['bg', 'surface', 'surface-raised', 'field', 'hover']
const texts = ['text', 'text-muted', 'accent-text', 'danger', 'success', 'warning', 'info', 'leak', 'password']
const fills: [string, string][] = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-fill-hover'],
]
const lines = ['border-control', 'focus', 'accent', 'chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6']
const softened = ['danger', 'success', 'warning', 'info', 'accent']

describe.each(THEME_NAMES)('the theme %s', (theme) => {
  const tokens = tokensOf(theme)
  const token = (name: string): string => {
    const value = tokens.get(`--ui-${name}`)
    if (!value) throw new Error(`${theme}: no colour --ui-${name}`)
    return value
  }
  const tooWeak = (pairs: [string, string][], least: number) =>
    pairs
      .map(([one, other]) => ({ one, other, ratio: contrast(token(one), token(other)) }))
      .filter(({ ratio }) => ratio < least)

  // Rule: P-ACCESS-4
  it('gives text at least 4.5 on every ground', () => {
    const pairs = texts.flatMap((text) => grounds.map((ground): [string, string] => [text, ground]))
    expect(tooWeak([...pairs, ...fills], 4.5)).toEqual([])
  })

  // Rule: P-ACCESS-4
  it('gives controls, focus rings and chart lines at least 3', () => {
    const pairs = lines.flatMap((line) => ['bg', 'surface', 'field'].map((ground): [string, string] => [line, ground]))
    expect(tooWeak(pairs, 3)).toEqual([])
  })

  it('keeps text and signs readable on soft grounds', () => {
    for (const kind of softened) {
      const ground = mix(token(kind), token('surface'), 0.12)
      expect(contrast(token('text'), ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(token(kind), ground)).toBeGreaterThanOrEqual(kind === 'accent' ? 3 : 4.5)
    }
  })

  it('tells the browser the colour of its ground', () => {
    expect(themes[theme].color).toBe(token('bg'))
  })

  it('sets colours alone, so that no rule of axe but those of colour depends on it', () => {
    const css = readFileSync(join(__dirname, 'styles/themes', `${theme}.css`), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    const others = [...css.matchAll(/([\w-]+):\s*([^;{}]+);/g)].filter(([, name = '', value = '']) => {
      if (name === 'color-scheme') return false
      if (name.startsWith('--ui-shadow')) return false
      return !(name.startsWith('--ui-') && /^(#[0-9a-f]{6}|rgb\([^)]+\))$/.test(value))
    })
    expect(others.map(([whole]) => whole)).toEqual([])
  })

  it('has every token that the default theme has', () => {
    expect([...tokens.keys()]).toEqual([...tokensOf('dark').keys()])
  })
})

test('the stylesheet has every theme, and no other', () => {
  const css = readFileSync(join(__dirname, 'styles/index.css'), 'utf8')
  const imported = [...css.matchAll(/themes\/([a-z]+)\.css/g)].map(([, name]) => name)
  expect(imported.toSorted()).toEqual([...THEME_NAMES].toSorted())
})

// Rule: P-THEME-4
test('the class light-blue has every token of sky', () => {
  const css = readFileSync(join(__dirname, 'styles/themes/sky.css'), 'utf8')
  const selectors = [...css.matchAll(/^([^\s/@}][^{]*) \{/gm)].map(([, selector]) => selector)
  expect(selectors).not.toEqual([])
  for (const selector of selectors) expect(selector).toContain('.light-blue')
})

test('the README names every theme', () => {
  const readme = readFileSync(join(__dirname, '../README.md'), 'utf8')
  expect(THEME_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
