import type { Check } from '../../verdict.ts'
import { endsIn } from './ends-in.ts'

export const originNotAllowed: Check = {
  id: 'origin-not-allowed',
  chapter: 'bad use',
  promise: "An API that is down, or does not let the portal's origin in: says both causes, which look the same",
  run: (harness) =>
    endsIn(harness, {
      answer: { kind: 'unreadable' },
      codes: ['api-unreachable', 'origin-not-allowed'],
      says: /origin/i,
    }),
}

export const wrongApi: Check = {
  id: 'wrong-api',
  chapter: 'bad use',
  promise: 'An address that is no API: says so',
  run: (harness) =>
    endsIn(harness, {
      answer: { kind: 'status', status: 200, body: '<!doctype html><p>Hello', type: 'text/html' },
      codes: ['api-error'],
    }),
}

export const brokenApi: Check = {
  id: 'broken-api',
  chapter: 'bad use',
  promise: 'An API that answers with an error: says so',
  run: (harness) => endsIn(harness, { answer: { kind: 'status', status: 500 }, codes: ['api-error'] }),
}
