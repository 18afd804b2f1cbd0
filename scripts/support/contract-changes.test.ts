import { judgeContract, type Statement } from './contract-changes.ts'

const surface = (version: string, more = '') => `export const CONTRACT_VERSION = "${version}";\n${more}`
const state = (effect: Statement['effect'], because = 'it is needed'): Statement => ({ effect, because })

const listOf = (text: string) => {
  const first = judgeContract(text, '', state('none', 'first record'))
  if (!first.ok) throw new Error(first.reason)
  return first.list
}
const recorded = listOf(surface('1.0.0'))

test('a surface that is recorded needs no statement', () => {
  expect(judgeContract(surface('1.0.0'), recorded)).toEqual({ ok: true, list: recorded })
})

test('a changed surface is refused without a statement', () => {
  expect(judgeContract(surface('1.0.0', 'more'), recorded)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('--contract EFFECT'),
  })
})

test.each([
  ['minor', '1.0.0', '1.1.0'],
  ['major', '1.1.0', '2.0.0'],
  ['none', '1.1.0', '1.0.0'],
] as const)('a change of effect %s with CONTRACT_VERSION %s is refused: it is due %s', (effect, version, due) => {
  expect(judgeContract(surface(version, 'more'), recorded, state(effect))).toEqual({
    ok: false,
    reason: expect.stringContaining(`it is ${due}`),
  })
})

test('a change with its statement and version becomes the newest line', () => {
  const changed = surface('1.1.0', 'more')
  const judged = judgeContract(changed, recorded, state('minor', 'remotes can say more'))
  if (!judged.ok) throw new Error(judged.reason)
  const lines = judged.list.split('\n').filter((line) => line.startsWith('- '))
  expect(lines).toEqual([
    expect.stringMatching(/^- 1\.1\.0 · minor · [0-9a-f]{12} · remotes can say more$/),
    expect.stringMatching(/first record$/),
  ])
  expect(judgeContract(changed, judged.list)).toEqual({ ok: true, list: judged.list })
})
