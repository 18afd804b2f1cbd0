import { contrastOf, contrastWarning, readColour, type Colour } from './contrast.ts'

const WHITE: Colour = [1, 1, 1, 1]
const BLACK: Colour = [0, 0, 0, 1]
const grey = (channel: number, alpha = 1): Colour => [channel / 255, channel / 255, channel / 255, alpha]

// Rule: M-EMBED-36
test.each([
  [BLACK, WHITE, 21],
  [WHITE, BLACK, 21],
  [WHITE, WHITE, 1],
  // The limit of WCAG's own examples: #767676 has 4.54 on white, #777 has 4.48.
  [grey(0x76), WHITE, 4.54],
  [grey(0x77), WHITE, 4.48],
  // Half of black lets half of the white through.
  [grey(0, 0.5), WHITE, 3.98],
])('%j on %j has the contrast %d', (front, ground, ratio) => {
  expect(contrastOf(front, ground)).toBeCloseTo(ratio, 2)
})

test.each([
  ['color(srgb 1 0.5 0)', [1, 0.5, 0, 1]],
  ['color(srgb 0.1 0.2 0.3 / 0.25)', [0.1, 0.2, 0.3, 0.25]],
  ['color(srgb 1e-3 0 0)', [0.001, 0, 0, 1]],
  ['rgb(1, 2, 3)', undefined],
  ['color(srgb none 0 0)', undefined],
  ['', undefined],
])('the computed colour %s is %j', (text, colour) => {
  expect(readColour(text)).toEqual(colour)
})

const browserWith = (given: Readonly<Record<string, string>>) => {
  const theme: Record<string, string> = {
    bg: '0.96 0.96 0.97',
    surface: '1 1 1',
    'surface-raised': '1 1 1',
    'on-accent': '1 1 1',
    text: '0.1 0.1 0.1',
  }
  let wanted = ''
  jest.spyOn(CSSStyleDeclaration.prototype, 'setProperty').mockImplementation((name, value) => {
    if (name === 'color') wanted = /var\(--ui-([a-z-]+)\)/.exec(value ?? '')?.[1] ?? ''
  })
  const ofToken = (token: string) => given[`--atalaia-${token === 'bg' ? 'background' : token}`] ?? theme[token]
  jest.spyOn(window, 'getComputedStyle').mockImplementation(() =>
    Object.defineProperties(document.createElement('i').style, {
      getPropertyValue: { value: (name: string) => given[name] ?? '' },
      color: { get: () => `color(srgb ${ofToken(wanted) ?? '0.2 0.2 0.2'})` },
    }),
  )
}
afterEach(() => jest.restoreAllMocks())

const warning = () => contrastWarning(document.body, 'light')

// Rule: M-EMBED-36
test('a pair that is too weak is named with both tokens and the ratio', () => {
  browserWith({ '--atalaia-on-accent': '0.5 0.5 0.5' })
  expect(warning()).toMatch(
    /^too little contrast in the theme light \(WCAG 2\.2 AA\): --atalaia-on-accent on --atalaia-accent has 3\.\d+, and 4\.5 is needed; --atalaia-on-accent on --atalaia-accent-hover has/,
  )
  expect(document.body.children).toHaveLength(0)
})

// Rule: M-EMBED-36
test.each([
  ['nothing is set', {}],
  ['what is set has the contrast', { '--atalaia-text': '0 0 0' }],
  ['the ground lets the page through', { '--atalaia-background': '0 0 0 / 0' }],
])('there is no warning where %s', (_, given) => {
  browserWith(given)
  expect(warning()).toBeUndefined()
})
