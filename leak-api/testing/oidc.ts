import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { array, parse, string } from 'zod/mini'

const script = fileURLToPath(new URL('oidc-provider.mjs', import.meta.url))

type Faults = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly signedByStranger?: boolean
  readonly silent?: boolean
  readonly status?: number
}

type Users = Readonly<Record<string, { readonly email?: string; readonly email_verified?: boolean }>>

export const startProviders = async (redirectUris: readonly string[]) => {
  const child = fork(script, [JSON.stringify(redirectUris)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  const [issuer = '', other = ''] = parse(array(string()), JSON.parse(String(line)))
  const put = async (path: string, told: object) => {
    await fetch(`${issuer}/-/${path}`, { method: 'PUT', body: JSON.stringify(told) })
  }
  return {
    issuer,
    other,
    setUsers: (users: Users) => put('users', users),
    setFaults: (faults: Faults) => put('faults', faults),
    stop: () => child.kill(),
  }
}

export const createProviderBrowser = () => {
  const cookies = new Map<string, string>()
  const open = async (url: URL, form?: URLSearchParams): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    signIn: async (address: string, subject: string): Promise<URL> => {
      const start = new URL(address)
      let answer = await open(start)
      for (let at = start; ;) {
        const location = answer.headers.get('location')
        if (location === null) {
          answer = await open(at, new URLSearchParams({ login: subject }))
          if (answer.headers.get('location') === null) throw new Error(`the provider answers ${answer.status}`)
          continue
        }
        at = new URL(location, at)
        if (at.origin !== start.origin) return at
        answer = await open(at)
      }
    },
  }
}
