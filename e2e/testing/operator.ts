import { Secret, TOTP } from 'otpauth'
import { createAccount, type SignedInAccount } from './account.ts'
import { linkInOutbox } from './outbox.ts'
import type { Stack } from './stack.ts'

export const createOperator = async (stack: Stack): Promise<SignedInAccount> => {
  const account = await createAccount(stack.url)
  const call = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(`${stack.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return Object(await answer.json())
  }
  const link = await linkInOutbox(stack.dataDir, account.email, '/confirmar')
  await call('/auth/confirmar', { token: link.hash.slice(1) }, account.token)
  const app = '/conta/segundo-fator/aplicativo'
  const { segredo } = await call(app, { senha: account.password }, account.token)
  const totp = new TOTP({ secret: Secret.fromBase32(String(segredo).replaceAll(' ', '')) })
  await call(`${app}/confirmar`, { codigo: totp.generate() }, account.token)
  await stack.leaks('operators', 'add', account.email, '--yes')
  const body = new URLSearchParams({ username: account.email, password: account.password })
  const { desafio } = Object(await (await fetch(`${stack.url}/api/login`, { method: 'POST', body })).json())
  // The code of now was taken when the app was turned on.
  const codigo = totp.generate({ timestamp: Date.now() + 30_000 })
  const { access_token: token } = await call('/login/segundo-fator', { desafio, codigo })
  return { ...account, token: String(token) }
}
