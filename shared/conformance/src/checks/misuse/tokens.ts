import { expiredToken, fakeToken } from '../../harness/tokens.ts'
import type { Check } from '../../verdict.ts'
import { endsIn } from './ends-in.ts'

const REFUSED = { kind: 'status', status: 401 } as const

export const noToken: Check = {
  id: 'no-token',
  chapter: 'bad use',
  promise: 'No token: says so',
  run: (harness) =>
    endsIn(harness, { options: { tokens: undefined }, codes: ['missing-token'], says: /getToken|token/ }),
}

export const tokenFails: Check = {
  id: 'token-fails',
  chapter: 'bad use',
  promise: 'getToken throws: says so',
  run: (harness) => endsIn(harness, { options: { tokens: ['throws'] }, codes: ['missing-token', 'invalid-token'] }),
}

export const tokenExpired: Check = {
  id: 'token-expired',
  chapter: 'bad use',
  promise: 'An expired token, and no other to be had: says so',
  notAt: { frame: 'a frame asks for each token, and cannot be given one' },
  run: (harness) =>
    endsIn(harness, {
      options: { tokens: undefined, token: expiredToken() },
      answer: REFUSED,
      codes: ['session-expired'],
    }),
}

export const otherOrganisation: Check = {
  id: 'other-organisation',
  chapter: 'bad use',
  promise: 'A token that the API does not let in there: says so, and shows no number',
  run: (harness) => endsIn(harness, { answer: { kind: 'status', status: 403 }, codes: ['forbidden'], noNumbers: true }),
}

export const tokenRefused: Check = {
  id: 'token-refused',
  chapter: 'bad use',
  promise: 'A token that is refused, and the next one too: says so, and does not ask for ever',
  place: 'beside',
  run: (harness) =>
    endsIn(harness, {
      options: { tokens: [fakeToken(), fakeToken()] },
      answer: REFUSED,
      codes: ['invalid-token', 'session-expired'],
    }),
}
