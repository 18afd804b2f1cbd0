import { createSharedLookUps } from './shared-look-ups.ts'

// Rule: P-SESSION-17
// Threat: T-ACCOUNT-21
test('calls that come during a look-up share the next one, and a failure is none of the next', async () => {
  const share = createSharedLookUps<string>()
  const begun: ((outcome: string | Error) => void)[] = []
  const lookUp = () =>
    new Promise<string>((resolve, reject) => {
      begun.push((outcome) => (typeof outcome === 'string' ? resolve(outcome) : reject(outcome)))
    })
  const first = share('ana', lookUp)
  const later = [share('ana', lookUp), share('ana', lookUp)]
  const other = share('rui', lookUp)
  expect(begun).toHaveLength(2)
  begun[1]?.('of rui')
  begun[0]?.(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(await other).toBe('of rui')
  expect(begun).toHaveLength(3)
  begun[2]?.('after')
  expect(await Promise.all(later)).toEqual(['after', 'after'])
})
