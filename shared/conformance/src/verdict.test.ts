import { unnoticed, type Verdict } from './verdict.ts'

const result = (id: string, verdict: Verdict) => ({ id, verdict })

// Rule: M-EMBED-40
test('a promise that turns "not applicable" is named, unless so it is at this door or is expected', () => {
  const results = [
    result('kept', { kind: 'kept' }),
    result('broken', { kind: 'not kept', why: 'it is' }),
    result('silent', { kind: 'not applicable', why: 'the script is of a bundle' }),
    result('expected', { kind: 'not applicable', why: 'the portal is not made with React' }),
    result('known', { kind: 'not applicable', why: 'a frame has a document of its own', known: true }),
  ]
  expect(unnoticed(results, ['expected'])).toEqual(['silent'])
  expect(unnoticed(results, [])).toEqual(['silent', 'expected'])
})
