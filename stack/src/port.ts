import { createServer } from 'node:net'

/** Whether a server can listen there now. Always true for port 0; `host` undefined means all addresses. */
export const isPortFree = (port: number, host?: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    if (port === 0) return resolve(true)
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen({ port, host }, () => server.close(() => resolve(true)))
  })

/** A port number as people write it; undefined when it is none. */
export const parsePort = (text: string): number | undefined => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  return port <= 65_535 ? port : undefined
}

/** A port that nothing listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
