import { messageOf } from './error-text.ts'

test.each([
  [new Error('no such file'), 'no such file'],
  [new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:9')]), 'connect ECONNREFUSED 127.0.0.1:9'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
])('%p is told as "%s"', (error, text) => {
  expect(messageOf(error)).toBe(text)
})
