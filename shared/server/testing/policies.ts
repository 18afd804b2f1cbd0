import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

type Method = NonNullable<InjectOptions['method']>
const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const isMethod = (name: string): name is Method => METHODS.some((method) => method === name)

export type FoundRoute = { readonly method: Method; readonly url: string }

export const collectRoutes = async <Built>(build: () => Promise<Built>) => {
  const routes: FoundRoute[] = []
  const follow = (message: unknown) => {
    const app: FastifyInstance = Object(message).fastify
    app.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) if (isMethod(name)) routes.push({ method: name, url })
    })
  }
  subscribe('fastify.initialization', follow)
  try {
    return { built: await build(), routes }
  } finally {
    unsubscribe('fastify.initialization', follow)
  }
}

const RUNS = /^(text\/html|[^;]*\bxml|image\/svg)/

const directivesOf = (policy: string) =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )

const UNSAFE = /^(\*|https?:|data:|blob:|'unsafe-(inline|eval|hashes)')$/

/**
 * Finds why an answer is unsafe for a session's origin; `undefined`: safe. Runnable content needs a
 * sandbox, or a page with named scripts.
 */
export const policyFault = ({ headers }: Pick<LightMyRequestResponse, 'headers'>): string | undefined => {
  const { 'content-security-policy': policy, 'content-type': type = '', 'x-content-type-options': sniffing } = headers
  if (sniffing !== 'nosniff') return 'its type may be guessed'
  if (policy === undefined) return 'it has no policy'
  const directives = directivesOf(String(policy))
  if (directives.get('default-src')?.join(' ') !== "'none'") return `it allows what it does not name: ${policy}`
  if (directives.get('script-src')?.some((source) => UNSAFE.test(source))) return `it runs any script: ${policy}`
  if (!RUNS.test(String(type)) || directives.has('sandbox')) return undefined
  const isPage = String(type).startsWith('text/html') && directives.has('frame-ancestors') && directives.has('base-uri')
  return isPage ? undefined : `${type} is in no sandbox: ${policy}`
}
