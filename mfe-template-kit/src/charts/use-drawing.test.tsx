import { act, render } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import type { LoadDraw } from './drawing.ts'
import { useDrawing } from './use-drawing.ts'

jest.mock('./palette.ts', () => ({ readPalette: () => ({}) }))

const scrollTo = () => watched.forEach((tell) => tell([{ isIntersecting: true }]))
const watched: ((entries: readonly object[]) => void)[] = []

const size = (fit: () => void) => ({ observe: fit, disconnect: () => {} })

beforeEach(() => {
  jest.useFakeTimers()
  watched.length = 0
  const sight = (tell: (typeof watched)[number]) => ({ observe: () => watched.push(tell), disconnect: () => {} })
  Object.assign(window, {
    IntersectionObserver: jest.fn(sight),
    ResizeObserver: jest.fn(size),
    matchMedia: () => ({ matches: false }),
  })
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const Chart = ({ load }: { readonly load: LoadDraw }) => <div ref={useDrawing(load)} />

const turns = () => act(() => jest.advanceTimersByTimeAsync(100))

const open = async (charts = 1) => {
  const remove = jest.fn()
  const draw = jest.fn(() => ({ remove }))
  const load = jest.fn(async () => draw)
  const { unmount } = render(Array.from({ length: charts }, (_, at) => <Chart key={at} load={load} />))
  return { draw, load, remove, unmount }
}

// Rule: P-KIT-33
test('a chart is drawn once it comes into the window, and removed with its page', async () => {
  const { draw, remove, unmount } = await open()
  await turns()
  expect(draw).not.toHaveBeenCalled()
  scrollTo()
  await turns()
  expect(draw).toHaveBeenCalledTimes(1)
  unmount()
  expect(remove).toHaveBeenCalledTimes(1)
})

test('a library loads at once for a chart in the window, and below it in an idle moment', async () => {
  const { load, unmount } = await open(2)
  expect(load).not.toHaveBeenCalled()
  watched[0]?.([{ isIntersecting: true }])
  expect(load).toHaveBeenCalledTimes(1)
  await turns()
  expect(load).toHaveBeenCalledTimes(2)
  unmount()
})

// Rule: P-KIT-33
test('a page that is to be printed has all of its charts drawn, each once', async () => {
  const { draw } = await open(2)
  await turns()
  dispatchEvent(new Event('beforeprint'))
  expect(draw).toHaveBeenCalledTimes(2)
  scrollTo()
  await turns()
  expect(draw).toHaveBeenCalledTimes(2)
})

test('charts that come into the window together are drawn in a task each, and one that was left not at all', async () => {
  const { draw, load, unmount } = await open(3)
  await turns()
  const others = jest.getTimerCount()
  scrollTo()
  await load()
  expect(jest.getTimerCount()).toBe(others + 3)
  unmount()
  jest.runAllTimers()
  expect(draw).not.toHaveBeenCalled()
})

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { message: '' }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })

  override render() {
    return this.state.message || this.props.children
  }
}

const refuse = () => Promise.reject(new Error('no such chunk'))

test('a library that does not come is a failure of the page', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  const { findByText } = render(
    <Boundary>
      <Chart load={refuse} />
    </Boundary>,
  )
  await turns()
  expect(await findByText('no such chunk')).toBeVisible()
})
