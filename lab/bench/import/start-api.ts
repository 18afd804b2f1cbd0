import { startService } from '@atalaia/stack'
import { object, string } from 'zod/mini'

const tokenSchema = object({ access_token: string() })

const ACCOUNT = { username: 'ana@bench.example', password: 'uma senha bem longa' }

export type Api = { readonly url: string; readonly token: string; stop(): Promise<void> }

export const startApi = async (environment: NodeJS.ProcessEnv): Promise<Api> => {
  const service = startService({
    name: 'leak-api',
    script: 'leak-api/src/main.ts',
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal', ...environment },
  })
  const { url } = await service.listening
  await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ACCOUNT.username, password: ACCOUNT.password }),
  })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body: new URLSearchParams(ACCOUNT) })
  const { access_token: token } = tokenSchema.parse(await answer.json())
  return { url, token, stop: () => service.stop() }
}
