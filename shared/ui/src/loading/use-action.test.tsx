import { act, renderHook } from '@testing-library/react'
import type { Answer } from './answer.ts'
import { useAction } from './use-action.ts'

test('one call runs at a time; its value comes back, and its failure stays until the next call', async () => {
  const { result } = renderHook(() => useAction((failure: number) => `failure ${failure}`))
  const answers: ((given: Answer<string, number>) => void)[] = []
  const call = jest.fn(() => new Promise<Answer<string, number>>((resolve) => void answers.push(resolve)))
  const onFailure = jest.fn()
  const values: (string | undefined)[] = []
  const run = async () => void values.push(await result.current.run(call, onFailure))

  act(() => void run())
  expect(result.current.isBusy).toBe(true)
  await act(async () => void run())
  expect(call).toHaveBeenCalledTimes(1)
  await act(async () => answers[0]?.({ ok: false, failure: 409 }))
  expect(result.current).toMatchObject({ isBusy: false, problem: 'failure 409' })
  expect(onFailure.mock.calls).toEqual([[409]])

  act(() => void run())
  expect(result.current).toMatchObject({ isBusy: true, problem: undefined })
  await act(async () => answers[1]?.({ ok: true, value: 'made' }))
  expect(result.current).toMatchObject({ isBusy: false, problem: undefined })
  expect(values).toEqual([undefined, undefined, 'made'])
})

test('a problem that no call has is shown, and taken away', () => {
  const { result } = renderHook(() => useAction(String))
  act(() => result.current.fail('Informe a chave.'))
  expect(result.current.problem).toBe('Informe a chave.')
  act(() => result.current.fail(undefined))
  expect(result.current.problem).toBeUndefined()
})
