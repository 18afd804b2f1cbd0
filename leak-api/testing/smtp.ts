import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { readonly to: readonly string[]; readonly source: string }

class Reply extends Error {
  readonly responseCode: number
  constructor(code: number) {
    super('not taken')
    this.responseCode = code
  }
}

/** Without SMTPUTF8 it refuses addresses beyond ASCII. */
export const startSmtp = async (
  replies: Readonly<Record<string, number>> = {},
  options: Pick<SMTPServerOptions, 'hideSMTPUTF8'> = {},
) => {
  const received: ReceivedMail[] = []
  const codes: Record<string, number> = { ...replies }
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const isUnable = options.hideSMTPUTF8 === true && /[^\0-\u007f]/.test(address)
      const code = isUnable ? 553 : codes[address]
      done(code === undefined ? null : new Reply(code))
    },
    onData: (stream, session, done) => {
      void text(stream).then((source) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = server.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    codes,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
