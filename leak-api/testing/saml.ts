import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { object, parse, string } from 'zod/mini'

const script = fileURLToPath(new URL('saml-provider.mjs', import.meta.url))

export type SamlFaults = {
  readonly tags?: Readonly<Record<string, string | null>>
  readonly text?: readonly [string, string]
  readonly without?: string
  /** Default: the assertion, with SHA-256. */
  readonly signed?: 'nothing' | 'response' | 'both' | 'sha1'
  readonly signedBy?: 'stranger'
  readonly issuedSecondsAgo?: number
}

type Users = Readonly<Record<string, { readonly email?: string; readonly subject?: string; readonly format?: string }>>

export const startSamlProvider = async () => {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  const { origin, metadata } = parse(object({ origin: string(), metadata: string() }), JSON.parse(String(line)))
  const put = async (path: string, body: string) => {
    await fetch(`${origin}/-/${path}`, { method: 'PUT', body })
  }
  return {
    origin,
    metadata,
    introduce: (ours: string) => put('sp', ours),
    setUsers: (users: Users) => put('users', JSON.stringify(users)),
    setFaults: (faults: SamlFaults) => put('faults', JSON.stringify(faults)),
    signIn: async (address: string, login: string) => {
      const SAMLRequest = new URL(address).searchParams.get('SAMLRequest') ?? ''
      const body = new URLSearchParams({ SAMLRequest, login })
      const page = await (await fetch(`${origin}/answer`, { method: 'POST', body })).text()
      const [, action = ''] = /action="([^"]*)"/.exec(page) ?? []
      const [, response = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(page) ?? []
      return { action, xml: Buffer.from(response, 'base64').toString() }
    },
    stop: () => child.kill(),
  }
}
