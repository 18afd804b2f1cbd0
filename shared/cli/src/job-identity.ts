import { exchangeAnswer, ORDERS, TOKEN_EXCHANGE } from '@atalaia/artifact'
import { z } from 'zod'
import { messageOf } from './base/error-text.ts'
import { parseAnswer } from './base/parse-answer.ts'
import { readAnswer } from './base/read-answer.ts'

/** CI service, and gateway, which may ask the issuer (M-PUBLISH-14). */
const TIMEOUT_MS = 20_000
const MAX_ANSWER_BYTES = 64 * 1024

type Fetch = (address: string, init: RequestInit) => Promise<Response>

const githubAnswer = z.object({ value: z.string() })
const SHOWN = [
  'iss',
  'aud',
  'sub',
  'repository',
  'project_path',
  'organization_slug',
  'pipeline_slug',
  'ref',
  'build_branch',
  'environment',
  'event_name',
  'pipeline_source',
]

const isSafe = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const ask = async (send: Fetch, address: string, init: RequestInit) => {
  if (!URL.canParse(address) || !isSafe(address))
    throw new Error(`${address}: an identity token is sent over https alone`)
  const answer = await send(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const body = await readAnswer(answer, MAX_ANSWER_BYTES).catch((cause: unknown) => {
    throw new Error(`${address}: ${messageOf(cause)}`, { cause })
  })
  return { ok: answer.ok, status: answer.status, body: parseAnswer(body.toString()) }
}

/** `ATALAIA_ID_TOKEN`, from GitLab's `id_tokens` and others, or GitHub's token. `undefined`: no token. */
const identityToken = async (env: NodeJS.ProcessEnv, audience: string, send: Fetch): Promise<string | undefined> => {
  const { ATALAIA_ID_TOKEN: given, ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env
  if (given) return given
  if (!address || !secret) return undefined
  const url = new URL(address)
  url.searchParams.set('audience', audience)
  const { ok, status, body } = await ask(send, url.href, { headers: { authorization: `Bearer ${secret}` } })
  const read = githubAnswer.safeParse(body)
  if (ok && read.success) return read.data.value
  throw new Error(`GitHub gives no identity token: it answers ${status}`)
}

const saidOf = (token: string): string => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const known = z.record(z.string(), z.unknown()).parse(claims)
    return SHOWN.flatMap((name) => (known[name] === undefined ? [] : [`${name}=${String(known[name])}`])).join(' ')
  } catch {
    return 'nothing that can be read'
  }
}

export type JobKeyOptions = {
  readonly env: NodeJS.ProcessEnv
  readonly origin: string
  readonly remote: string
  /** Default: `fetch`. */
  readonly send?: Fetch
}

/**
 * Returns a key of `remote` for minutes; `undefined`: the job has no token (M-TRUST-6). Rejects
 * with the token's claims when refused.
 */
export const exchangeJobIdentity = async (options: JobKeyOptions): Promise<string | undefined> => {
  const { env, origin, remote, send = fetch } = options
  const token = await identityToken(env, new URL(origin).origin, send)
  if (token === undefined) return undefined
  const json = {
    grant_type: TOKEN_EXCHANGE.grantType,
    subject_token: token,
    subject_token_type: TOKEN_EXCHANGE.idToken,
  }
  const { status, body } = await ask(send, origin + ORDERS.exchange(remote), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  const granted = exchangeAnswer.safeParse(body)
  if (granted.success) return granted.data.access_token
  const said = z.object({ message: z.string() }).safeParse(body)
  const reason = said.success ? said.data.message : `it answers ${status}`
  throw new Error(
    `the gateway does not take the identity token of this job for ${remote}: ${reason}. The token says ${saidOf(token)}; ` +
      'an operator registers it with npm run remotes -- publishers add',
  )
}
