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
  const passwords = createPasswords({ queue })
  const client = { network: 'a', isKnown: false }
  const answers = await Promise.allSettled([1, 2, 3].map(() => passwords.hash(client, 'uma senha longa')))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: { status: 503, headers: { 'retry-after': '5' } } })
  expect(await passwords.check(client, undefined, 'x')).toBe(false)
})

// Threat: T-ACCOUNT-3
test('a login at a network that the account knows goes before a flood from others', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 10, maxWaitingPerKey: 10, maxWaitMs: 60_000 })
  const passwords = createPasswords({ queue })
  const order: string[] = []
  const check = async (network: string, isKnown: boolean) => {
    await passwords.check({ network, isKnown }, undefined, 'x')
    order.push(network)
  }
  await Promise.all([...['a', 'b', 'c', 'd'].map((network) => check(network, false)), check('home', true)])
  expect(order).toEqual(['a', 'home', 'b', 'c', 'd'])
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
