import { act, renderHook } from '@testing-library/react'
import type { Answer } from './answer.ts'
import { useLoaded, type LoadOptions } from './use-loaded.ts'

type Call = {
  readonly signal: AbortSignal
  readonly shown: string | undefined
  readonly answer: (value: Answer<string, number>) => void
}
type Props = { readonly name?: string | undefined; readonly options?: LoadOptions<number> }

const came = (value: string): Answer<string, number> => ({ ok: true, value })
const failed = (failure: number): Answer<string, number> => ({ ok: false, failure })

const load = (initialProps: Props) => {
  const calls: Call[] = []
  const hook = renderHook(
    ({ name, options }: Props) =>
      useLoaded<string, number>(
        name,
        (signal, shown) => new Promise((answer) => void calls.push({ signal, shown, answer })),
        options,
      ),
    { initialProps },
  )
  const now = () => {
    const { value, failure, isLoading } = hook.result.current
    return { value, failure, isLoading }
  }
  const answer = (index: number, given: Answer<string, number>) =>
    act(async () => {
      calls[index]?.answer(given)
      await Promise.resolve()
    })
  return { ...hook, calls, now, answer }
}
const NOTHING = { value: undefined, failure: undefined, isLoading: false }

test('a value is loaded once, and without a key nothing is', async () => {
  const hook = load({ name: 'a' })
  expect(hook.now()).toEqual({ ...NOTHING, isLoading: true })
  await hook.answer(0, came('one'))
  hook.rerender({ name: 'a' })
  expect(hook.now()).toEqual({ ...NOTHING, value: 'one' })
  expect(hook.calls).toHaveLength(1)
  hook.rerender({})
  expect(hook.now()).toEqual(NOTHING)
  expect(hook.calls).toHaveLength(1)
})

test('another key drops the answer on its way, and the value unless it is kept', async () => {
  const hook = load({ name: 'a' })
  await hook.answer(0, came('one'))
  hook.rerender({ name: 'b' })
  expect(hook.now()).toEqual({ ...NOTHING, isLoading: true })
  hook.rerender({ name: 'c', options: { keeps: true } })
  expect(hook.calls[1]?.signal.aborted).toBe(true)
  await hook.answer(1, came('late'))
  expect(hook.now()).toEqual({ ...NOTHING, isLoading: true })
  await hook.answer(2, came('three'))
  hook.rerender({ name: 'd', options: { keeps: true } })
  expect(hook.now()).toEqual({ value: 'three', failure: undefined, isLoading: true })
})

test('a failure is told, and a further call tries again with the value in place', async () => {
  const onFailure = jest.fn()
  const hook = load({ name: 'a', options: { onFailure } })
  await hook.answer(0, failed(503))
  expect(hook.now()).toEqual({ ...NOTHING, failure: 503 })
  expect(onFailure.mock.calls).toEqual([[503]])
  act(() => hook.result.current.reload())
  expect(hook.now()).toEqual({ ...NOTHING, isLoading: true })
  await hook.answer(1, came('one'))
  act(() => hook.result.current.reload())
  expect(hook.now()).toEqual({ value: 'one', failure: undefined, isLoading: true })
  expect(hook.calls[2]?.shown).toBe('one')
  await hook.answer(2, failed(500))
  expect(hook.now()).toEqual({ value: 'one', failure: 500, isLoading: false })
})

test('the end of the component aborts its call, whose failure nobody hears of', async () => {
  const onFailure = jest.fn()
  const hook = load({ name: 'a', options: { onFailure } })
  hook.unmount()
  expect(hook.calls[0]?.signal.aborted).toBe(true)
  await hook.answer(0, failed(0))
  expect(onFailure).not.toHaveBeenCalled()
})

test('a change stays until the next answer, and changes nothing before the first one', async () => {
  const hook = load({ name: 'a' })
  act(() => hook.result.current.change((value) => `${value}!`))
  expect(hook.now().value).toBeUndefined()
  await hook.answer(0, came('one'))
  act(() => hook.result.current.change((value) => `${value}!`))
  expect(hook.now().value).toBe('one!')
})

describe('with an interval', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  test('it calls again while the page is visible, until the component ends, and a failure keeps the value', async () => {
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const hook = load({ name: 'a', options: { every: 3000 } })
    await hook.answer(0, came('one'))
    act(() => jest.advanceTimersByTime(3000))
    expect(hook.now()).toEqual({ ...NOTHING, value: 'one' })
    await hook.answer(1, failed(502))
    expect(hook.now()).toEqual({ value: 'one', failure: 502, isLoading: false })
    hidden.mockReturnValue(true)
    act(() => jest.advanceTimersByTime(9000))
    expect(hook.calls).toHaveLength(2)
    hidden.mockReturnValue(false)
    hook.unmount()
    jest.advanceTimersByTime(9000)
    expect(hook.calls).toHaveLength(2)
  })
})
