import type { Analysis, MonitoredEmail, Summary } from '@atalaia/contracts'
import type { Page, Route } from '@playwright/test'
import { scopesOf } from './tokens.ts'
import { answerOfView } from './view-answers.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const answersWith = (leaks: number): Readonly<Record<string, unknown>> => {
  const summary: Summary = {
    total_vazamentos: { numero_vazamentos: leaks, numero_senhas_vazadas: 7 },
    top_3_vazamentos_email: [{ quantidade: leaks, usuario: 'ana@portal.example' }],
    top_3_vazamentos_senha: [{ quantidade: 7, usuario: 'ana@portal.example' }],
    ultimos_3_relatorios: [{ data: daysAgo(1), nome: 'ana@portal.example', url: 'https://portal.example/report' }],
    cobertura: { fontes: 3, atualizado_em: `${daysAgo(1)}T12:00:00Z` },
  }
  const analyses: readonly Analysis[] = [60, 30, 1].map((days) => ({
    data_analise: daysAgo(days),
    total_senhas: 7,
    total_vazamentos: leaks - days,
  }))
  const emails: readonly MonitoredEmail[] = [
    { id: '1', email: 'ana@portal.example', numero_vazamentos: leaks, numero_senhas: 7 },
  ]
  return { '/dashboard/resumo': summary, '/clientes/me/analises': analyses, '/emails': emails }
}

export type Call = {
  readonly method: string
  readonly path: string
  /** With its question mark; empty: none. */
  readonly query: string
  readonly authorization: string
}

/** Default: a working API. */
export type Answer =
  | { readonly kind: 'works' }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly type?: string }
  /** Down, or refusing the page's origin: pages see no difference. */
  | { readonly kind: 'unreadable' }
  /** Works once `until` is resolved. */
  | { readonly kind: 'late'; readonly until: Promise<void> }

export type MockApi = {
  readonly url: string
  readonly calls: readonly Call[]
  readonly leaks: number
  answer(next: (call: Call) => Answer): void
}

const readable = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
const works = (_call: Call): Answer => ({ kind: 'works' })

const fulfill = async (route: Route, call: Call, answer: Answer, leaks: number): Promise<void> => {
  if (answer.kind === 'unreadable') return route.abort('failed')
  if (answer.kind === 'status') {
    const { status, body = '{"message":"Recusado."}', type = 'application/json' } = answer
    return route.fulfill({ status, body, contentType: type, headers: readable })
  }
  if (answer.kind === 'late') await answer.until
  const ofView = answerOfView(call, scopesOf(call.authorization))
  if (ofView) return route.fulfill({ ...ofView, headers: readable })
  if (call.method === 'POST') return route.fulfill({ status: 201, json: {}, headers: readable })
  const json = answersWith(leaks)[call.path]
  return route.fulfill({ status: json ? 200 : 404, json: json ?? {}, headers: readable })
}

/** Below the portal's API address, where its policy allows calls. */
export const createMockApis = async (page: Page, realApi: string) => {
  const played = new Map<string, { api: MockApi; calls: Call[]; next: (call: Call) => Answer }>()
  await page.route(
    ({ href }) => href.startsWith(`${realApi}/`),
    async (route) => {
      const request = route.request()
      // A frame makes the address of its API by itself: the key is in its own address.
      const framed = new URL(request.frame().url()).searchParams.get('conformance')
      const [, named = '', path = '', query = ''] =
        (framed ? /\/api()(\/[^?]*)(.*)/ : /\/(conformance-\d+)(\/[^?]*)(.*)/).exec(request.url()) ?? []
      const found = played.get(framed ?? named)
      // The portal's own dashboard calls the real one.
      if (!found) return route.fallback()
      const authorization = (await request.headerValue('authorization')) ?? ''
      const call = { method: request.method(), path, query, authorization }
      found.calls.push(call)
      // A page that is closed meanwhile waits for no answer.
      await fulfill(route, call, found.next(call), found.api.leaks).catch(() => undefined)
    },
  )
  return (): MockApi => {
    const key = `conformance-${played.size + 1}`
    const calls: Call[] = []
    const entry = {
      calls,
      next: works,
      api: {
        url: `${realApi}/${key}`,
        calls,
        // A number of its own, to be found on the page.
        leaks: 4_001 + played.size,
        answer: (next: (call: Call) => Answer) => void (entry.next = next),
      },
    }
    played.set(key, entry)
    return entry.api
  }
}
