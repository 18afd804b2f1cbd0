import { LATE_FONT_ATTRIBUTE, STORAGE_KEYS } from '@atalaia/contracts'
import { showKnownFont, showLateFont } from './late-font.ts'

const root = document.documentElement
const isLate = () => root.hasAttribute(LATE_FONT_ATTRIBUTE)

const pageWith = (load: () => Promise<readonly object[]>): Document => {
  Object.assign(globalThis, { requestIdleCallback: (run: () => void) => run() })
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true })
  return document
}

const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

beforeEach(() => {
  localStorage.clear()
  root.setAttribute(LATE_FONT_ATTRIBUTE, '')
})

// Rule: M-SPEED-7
test('the font is shown once it is there, and at once by the next page', async () => {
  showKnownFont(document)
  expect(isLate()).toBe(true)
  const load = jest.fn(async () => [{}])
  showLateFont(pageWith(load))
  expect(load).toHaveBeenCalledWith('1em "Inter Variable"')
  await settle()
  expect(isLate()).toBe(false)

  root.setAttribute(LATE_FONT_ATTRIBUTE, '')
  showKnownFont(document)
  expect(isLate()).toBe(false)
})

// Rule: M-SPEED-7
test.each([
  ['cannot be loaded', () => Promise.reject(new Error('no connection'))],
  ['is not in the styles', async () => []],
])('a font that %s leaves the text in the fallback', async (_, load) => {
  showLateFont(pageWith(load))
  await settle()
  expect(isLate()).toBe(true)
  expect(localStorage.getItem(STORAGE_KEYS.font)).toBeNull()
})
