import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' }
  /** `drop` for the first request only: a server closes a kept connection. */
  | { readonly kind: 'drop-once' }
  /** One byte changed. */
  | { readonly kind: 'corrupt' }
  /** First half, then the connection ends. */
  | { readonly kind: 'truncate' }
  | { readonly kind: 'type'; readonly contentType: string }
  /** Answers only after `mend`. */
  | { readonly kind: 'late' }

export type FaultProxy = {
  readonly url: string
  fail(match: RegExp, fault: Fault): void
  /** Ends all faults: cuts hanging answers, sends late ones. */
  mend(): void
  readonly requests: readonly string[]
  stop(): Promise<void>
}

const anyOrigin = { 'access-control-allow-origin': '*' }

const corrupted = (body: Buffer): Buffer => {
  const copy = Buffer.from(body)
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1
  return copy
}

export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const faults: { match: RegExp; fault: Fault }[] = []
  const hanging = new Set<ServerResponse>()
  const late: (() => void)[] = []
  const requests: string[] = []

  const forward = (incoming: IncomingMessage, response: ServerResponse, fault?: Fault) => {
    const changes = fault?.kind === 'corrupt' || fault?.kind === 'truncate'
    const headers = { ...incoming.headers, ...(changes && { 'accept-encoding': 'identity' }) }
    const upstream = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      const type = fault?.kind === 'type' && { 'content-type': fault.contentType }
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...type })
      if (!changes) return void answer.pipe(response)
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        if (fault.kind === 'corrupt') return void response.end(corrupted(body))
        response.write(body.subarray(0, body.length / 2), () => response.destroy())
      })
    })
    upstream.on('error', () => response.destroy())
    incoming.pipe(upstream)
  }

  const answerFaulty = (fault: Fault, incoming: IncomingMessage, response: ServerResponse) => {
    switch (fault.kind) {
      case 'status':
        return void response.writeHead(fault.status, { ...anyOrigin, 'content-type': 'text/plain' }).end('fault')
      case 'hang':
        return void hanging.add(response)
      case 'drop':
        return void response.destroy()
      case 'drop-once':
        faults.splice(
          faults.findIndex((known) => known.fault === fault),
          1,
        )
        return void response.destroy()
      case 'corrupt':
      case 'truncate':
      case 'type':
        return forward(incoming, response, fault)
      case 'late':
        return void late.push(() => forward(incoming, response))
    }
  }

  const server = createServer((incoming, response) => {
    const address = incoming.url ?? '/'
    requests.push(address)
    const found = faults.find(({ match }) => match.test(address))
    if (found) answerFaulty(found.fault, incoming, response)
    else forward(incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')

  const mend = () => {
    faults.length = 0
    for (const response of hanging) response.destroy()
    hanging.clear()
    for (const answer of late.splice(0)) answer()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    fail: (match, fault) => void faults.push({ match, fault }),
    mend,
    requests,
    stop: async () => {
      mend()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
