import { createFairQueue } from '@atalaia/server'
import { hash, verify } from '@node-rs/argon2'
import { checkPassword, createPasswords, hashPassword } from './passwords.ts'

jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual('@node-rs/argon2')
  return { ...real, verify: jest.fn(real.verify) }
})

const COMPOSED = 'ação secreta'.normalize('NFC')
const DECOMPOSED = COMPOSED.normalize('NFD')

// Rule: P-API-17
test('a password is the same in whatever Unicode form it is typed', async () => {
  const stored = await hashPassword(DECOMPOSED)
  expect(await checkPassword(stored, COMPOSED)).toBe(true)
  expect(await checkPassword(stored, DECOMPOSED)).toBe(true)
  expect(await checkPassword(stored, 'acao secreta')).toBe(false)
})

test('hashes from before passwords were normalised go on', async () => {
  const stored = await hash(DECOMPOSED)
  expect(await checkPassword(stored, DECOMPOSED)).toBe(true)
  expect(await checkPassword(undefined, DECOMPOSED)).toBe(false)
})

// Threat: T-ACCOUNT-3
test('password work that finds the queue full is a 503 that says when to try again', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 1, maxWaitingPerKey: 1, maxWaitMs: 5000 })
  const passwords = createPasswords(queue)
  const answers = await Promise.allSettled(['a', 'a', 'a'].map((client) => passwords.hash(client, 'uma senha longa')))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { status: 503, headers: { 'retry-after': '5' } } })
  expect(await passwords.check('a', undefined, 'x')).toBe(false)
})

// Rule: P-API-8
// Threat: T-ACCOUNT-2
test('a login without an account does the same work as one with a wrong password', async () => {
  const stored = await hashPassword('uma senha longa')
  await checkPassword(undefined, 'outra')
  for (const password of ['outra', DECOMPOSED]) {
    const workOf = async (passwordHash: string | undefined) => {
      jest.mocked(verify).mockClear()
      await checkPassword(passwordHash, password)
      return jest.mocked(verify).mock.calls.map(([known]) => String(known).split('$').slice(0, 4).join('$'))
    }
    expect(await workOf(undefined)).toEqual(await workOf(stored))
  }
})
