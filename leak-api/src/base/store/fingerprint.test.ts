import { createHmac, randomBytes } from 'node:crypto'
import { onPostgres } from '../../../testing/each-database.ts'
import { createFingerprint } from './fingerprint.ts'
import { proveKey } from './settings-repository.ts'

// Rule: M-PRIVACY-1
test.each([16, 32, 64, 100])('with a key of %d bytes it is the HMAC-SHA-256 of RFC 2104, cut to 16 bytes', (length) => {
  const key = randomBytes(length)
  const expected = createHmac('sha256', key).update('a@b.com\0açaí').digest('hex').slice(0, 32)
  expect(createFingerprint(key)('a@b.com', 'açaí')).toBe(expected)
})

test.each([0, 1, 40, 53, 54, 55, 56, 57, 62, 63, 64, 118, 119, 120, 4000])(
  'of a password with %d characters it is that of Node',
  (length) => {
    const key = randomBytes(32)
    for (const sign of ['x', 'é', '€', '\u{1f600}']) {
      const password = sign.repeat(length)
      const expected = createHmac('sha256', key).update(`a@b.com\0${password}`).digest('hex').slice(0, 32)
      expect(createFingerprint(key)('a@b.com', password)).toBe(expected)
    }
  },
)

test('a password longer than any before it does not change those after it', () => {
  const key = randomBytes(32)
  const fingerprint = createFingerprint(key)
  const short = fingerprint('a@b.com', 'um')
  const long = 'ã'.repeat(9000)
  expect(fingerprint('a@b.com', long)).toBe(
    createHmac('sha256', key).update(`a@b.com\0${long}`).digest('hex').slice(0, 32),
  )
  expect(fingerprint('a@b.com', 'um')).toBe(short)
})

onPostgres((database) => {
  // Rule: M-PRIVACY-4
  test('a database that was filled with another key is refused', async () => {
    await proveKey(database(), 'fingerprint', Buffer.alloc(32, 1))
    await expect(proveKey(database(), 'fingerprint', Buffer.alloc(32, 1))).resolves.toBeUndefined()
    await expect(proveKey(database(), 'fingerprint', Buffer.alloc(32, 2))).rejects.toThrow(
      'this database was filled with another one',
    )
  })
})
