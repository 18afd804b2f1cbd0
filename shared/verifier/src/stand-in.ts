import { z } from 'zod'
import type { Analysis, MonitoredEmail, Summary } from '@atalaia/contracts'
import { randomBytes } from 'node:crypto'

const path = z.string().regex(/^\/[\w\-/.~%?=&]*$/, 'a path begins with /')

/** `verify.json`: answers for the API, and addresses. */
export const standInSchema = z.strictObject({
  /** Answers to `GET` below the API: `{ "/emails": [] }`. */
  answers: z.record(path, z.json()).default({}),
  /** By route id: `{ "item": "/app/items/7" }`. */
  addresses: z.record(z.string(), path).default({}),
})
export type StandIn = z.output<typeof standInSchema>

const summary: Summary = {
  total_vazamentos: { numero_vazamentos: 0, numero_senhas_vazadas: 0 },
  top_3_vazamentos_email: [],
  top_3_vazamentos_senha: [],
  ultimos_3_relatorios: [],
}
const analyses: readonly Analysis[] = []
const emails: readonly MonitoredEmail[] = []
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/dashboard/resumo': summary,
  '/clientes/me/analises': analyses,
  '/emails': emails,
}

/** With or without query; `undefined`: no answer. */
export const standInAnswer = (asked: string, { answers }: StandIn): unknown => {
  const [bare = asked] = asked.split('?')
  const all: Readonly<Record<string, unknown>> = { ...ANSWERS, ...answers }
  const found = [asked, bare].find((key) => Object.hasOwn(all, key))
  return found === undefined ? undefined : all[found]
}

export type StandInSession = { readonly token: string; readonly email: string }

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Valid for the page only. Unique, so that it is recognisable anywhere. */
export const createSession = (seconds: number): StandInSession => {
  const email = 'verificacao@atalaia.invalid'
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: email, iat: now, exp: now + seconds }
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`
  return { token, email }
}
