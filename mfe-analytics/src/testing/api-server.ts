import { createServer } from 'node:http'
import type { Answers } from './open-screen.tsx'

export type ApiServer = {
  readonly url: string
  readonly asked: readonly string[]
  close(): void
}

/** Local API for pages of all origins, with `answers` by path. `timeout`: no answer. */
export const startApiServer = async (answers: Answers): Promise<ApiServer> => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
      'content-type': 'application/json',
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end()
    asked.push(`${request.method} ${request.url}`)
    const answer = answers[(request.url ?? '').replace('/api', '')]
    if (answer?.kind === 'timeout') return
    const status = answer?.kind === 'status' ? answer.status : 200
    const hasBody = answer?.kind === 'body' || answer?.kind === 'status'
    response.writeHead(status, headers).end(hasBody ? JSON.stringify(answer.body) : '')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return {
    url: `http://127.0.0.1:${port}/api`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
