import { messageOf, plainLine } from './error-text.ts'

test.each([
  [new Error('no such file'), 'no such file'],
  [new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:9')]), 'connect ECONNREFUSED 127.0.0.1:9'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
])('%p is told as "%s"', (error, text) => {
  expect(messageOf(error)).toBe(text)
})

// Threat: T-PUBLISH-9
test('a text of somebody else is one line, and steers no terminal', () => {
  expect(plainLine('time-ação 🦊')).toBe('time-ação 🦊')
  const hostile = 'time\u001b[2J\u009b31m\nnothing is broken now\r\u2028\u202egnp'
  expect(plainLine(hostile)).toBe(String.raw`time\u{1b}[2J\u{9b}31m\u{a}nothing is broken now\u{d}\u{2028}\u{202e}gnp`)
})
