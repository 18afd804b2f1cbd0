import compileMessagesLoader, { compileMessages } from './compile-messages.ts'

test('texts become compiled messages, and types and comments of the module do not ship', () => {
  const source = `import type { A } from './a.ts'
// Kept out.
export const one = { plain: 'Isto', 'with.value': 'de {day}' } as const satisfies A
export const two = { count: '{n, plural, =1 {# a} other {# b}}' } as const`
  expect(compileMessages(source)).toEqual({
    one: { plain: 'Isto', 'with.value': ['de ', ['day']] },
    two: { count: [['n', 2, { '=1': [0, ' a'], other: [0, ' b'] }]] },
  })
  expect(compileMessagesLoader(source)).toBe(
    'export const one = {"plain":"Isto","with.value":["de ",["day"]]}\n' +
      'export const two = {"count":[["n",2,{"=1":[0," a"],"other":[0," b"]}]]}\n',
  )
})

test('a text that is no ICU message is named', () => {
  expect(() => compileMessages("export const one = { 'a.b': '{n, plural, =1 {x}' }")).toThrow(
    'message a.b: not an ICU message: {n, plural, =1 {x}',
  )
})
