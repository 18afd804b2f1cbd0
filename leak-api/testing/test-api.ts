import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginAnswerSchema, saoPauloDay } from '@atalaia/contracts'
import { buildApp } from '../src/app.ts'
import type { AppOptions } from '../src/app-parts.ts'
import type { Database } from '@atalaia/database'
import { createKeyRing, installationKey } from '../src/base/key-ring.ts'
import { runImport } from '../src/leaks/importing/run-import.ts'
import { chunksOf, FINGERPRINT_KEY, PROOF_KEY } from './leak-content.ts'
import { createTestClock } from './test-clock.ts'

export const PASSWORD = 'uma senha bem longa'

/** The real cost would take a tenth of the tests' time. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export const ringOf = (...keys: readonly [Uint8Array, ...Uint8Array[]]) => {
  const [first, ...others] = keys
  return createKeyRing([installationKey('token', first), ...others.map((bytes) => installationKey('token', bytes))])
}

export const createTestApi = async (database: Database, options: Partial<AppOptions> = {}) => {
  const clock = createTestClock()
  const keys = {
    token: ringOf(randomBytes(32)),
    link: ringOf(randomBytes(32)),
    fingerprint: FINGERPRINT_KEY,
    proof: PROOF_KEY,
  }
  const log: string[] = []
  const logSink = { write: (line: string) => void log.push(line) }
  const app = await buildApp({ database, keys, clock, logSink, passwordCost: CHEAP, ...options })
  const dataDir = mkdtempSync(join(tmpdir(), 'leak-api-'))
  const tools = { database, keys, dataDir, origin: 'http://localhost:3000', clock }

  const login = (username: string, password = PASSWORD, ip = '203.0.113.7') =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip },
      payload: new URLSearchParams({ username, password }).toString(),
    })
  const signUp = (email: string, password = PASSWORD, ip = '203.0.113.7') =>
    app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      headers: { 'x-forwarded-for': ip },
      payload: { email, password },
    })
  const tokenOf = async (email: string): Promise<string> => {
    await signUp(email)
    return loginAnswerSchema.parse((await login(email)).json()).access_token ?? ''
  }
  const get = (path: string, token?: string) =>
    app.inject({ url: `/api${path}`, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  const add = (email: string, token: string) =>
    app.inject({
      method: 'POST',
      url: '/api/emails',
      headers: { authorization: `Bearer ${token}` },
      payload: { email },
    })
  /** `date`: default today; `null`: unknown. */
  const importText = (source: string, text: string | Buffer, date: string | null = saoPauloDay(clock())) =>
    runImport(tools, { content: chunksOf(text), fileName: `${source}.txt`, source, date: date ?? undefined })
  const importInvented = (source: string, text: string) =>
    runImport(tools, { content: chunksOf(text), fileName: `${source}.txt`, source, fabricated: true })

  return { app, clock, keys, log, tools, login, signUp, tokenOf, get, add, importText, importInvented }
}

export type TestApi = Awaited<ReturnType<typeof createTestApi>>
