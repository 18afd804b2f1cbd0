import { randomInt, randomUUID } from 'node:crypto'
import { request, type RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Account } from '../pages/account.ts'

export type SignedInAccount = Account & { readonly token: string }

export const newAccount = (): Account => ({
  email: `pessoa-${randomUUID()}@empresa.example`,
  password: `s3nha-${randomUUID()}`,
})

const newNetwork = (): string => [127, randomInt(1, 255), randomInt(256), randomInt(1, 255)].join('.')

type Call = { readonly headers: Readonly<Record<string, string>>; readonly body: string } & RequestOptions

const post = async (url: string, { body, ...options }: Call): Promise<string> => {
  const call = request(url, { ...options, method: 'POST' })
  const answer = new Promise<{ status: number; said: string }>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject)
    })
  })
  call.end(body)
  const { status, said } = await answer
  if (status < 200 || status > 299) throw new Error(`POST ${url}: ${status} ${said}`)
  return said
}

/** Signs up a new organisation and signs in, by the API alone. The card of the first steps is dismissed. */
export const createAccount = async (url: string): Promise<SignedInAccount> => {
  const account = newAccount()
  const localAddress = newNetwork()
  const json = { 'Content-Type': 'application/json' }
  await post(`${url}/api/auth/signup`, { localAddress, headers: json, body: JSON.stringify(account) })
  const { email: username, password } = account
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ username, password }).toString()
  const signIn = async () => {
    const { access_token: token } = Object(
      JSON.parse(await post(`${url}/api/login`, { localAddress, headers: form, body })),
    )
    return String(token)
  }
  const headers = { ...json, Authorization: `Bearer ${await signIn()}` }
  await post(`${url}/api/primeiros-passos/encerrar`, { localAddress, headers, body: '{}' })
  // The first token still names the steps.
  return { ...account, token: await signIn() }
}
