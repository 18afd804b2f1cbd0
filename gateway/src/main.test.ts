import { once } from 'node:events'
import { connect } from 'node:http2'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ownCertificate, startGatewayProcess } from '../testing/gateway-process.ts'
import { createWorkspace } from '../testing/workspace.ts'

// Rule: M-GATEWAY-13
test('a gateway with a certificate answers over HTTP/2, and stops while connections are open', async () => {
  const workspace = await createWorkspace()
  const { certFile: TLS_CERT, keyFile: TLS_KEY, cert: ca } = await ownCertificate(join(workspace.root, 'tls'))
  const gateway = await startGatewayProcess({ TLS_CERT, TLS_KEY, LOG_LEVEL: 'info' })
  expect(gateway.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const session = connect(gateway.url, { ca })
  const asked = session.request({ ':path': '/nothing.txt' })
  const [[headers], body] = await Promise.all([once(asked, 'response'), text(asked)])
  expect([headers[':status'], session.alpnProtocol, body !== '']).toEqual([404, 'h2', true])
  const gone = once(session, 'close')
  await Promise.all([gone, gateway.stop()])
  await workspace.remove()
})
