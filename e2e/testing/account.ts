import { randomUUID } from 'node:crypto'

export type Account = { readonly email: string; readonly password: string }
export type SignedInAccount = Account & { readonly token: string }

export const newAccount = (): Account => ({
  email: `pessoa-${randomUUID()}@empresa.example`,
  password: `s3nha-${randomUUID()}`,
})

const post = async (url: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(url, { method: 'POST', ...init })
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Signs up a new organisation and signs in, by the API alone. */
export const createAccount = async (url: string): Promise<SignedInAccount> => {
  const account = newAccount()
  const headers = { 'Content-Type': 'application/json' }
  await post(`${url}/api/auth/signup`, { headers, body: JSON.stringify(account) })
  const { email: username, password } = account
  const answer = await post(`${url}/api/login`, { body: new URLSearchParams({ username, password }) })
  const { access_token: token } = Object(await answer.json())
  return { ...account, token: String(token) }
}
