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

/** Ports that this process has given away. The system may name one again as long as nothing listens there. */
const given = new Set<number>()

/** A port that nothing listens on now, and that this process has not given to anybody else. */
export const freePort = async (): Promise<number> => {
  const port = await new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(found))
    })
  })
  if (given.has(port)) return freePort()
  given.add(port)
  return port
}
