import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { HOUR_MS, type Clock } from '../clock.ts'
import { OUTBOX_FOLDER, type Attempt, type Channel } from '../deliveries/send-deliveries.ts'
import { composeMail, languageOf, type Sender, type ComposedMail } from './compose-mail.ts'
import { mailBodySchema, type Letter } from './enqueue-mail.ts'

export type MailChannelOptions = {
  readonly transport: MailTransport
  readonly sender: Sender
  readonly clock: Clock
}

/** One at a time. The Message-ID stays over all attempts (M-MAIL-1, M-MAIL-2). */
export const createMailChannel = ({ transport, sender, clock }: MailChannelOptions): Channel => ({
  name: 'mail',
  deliver: (mail) => {
    const read = mailBodySchema.parse(JSON.parse(mail.body))
    const [body, letter] = 'parts' in read ? [read.parts, read] : [read]
    const stop = mail.stop ?? undefined
    const composed = composeMail({ subject: mail.subject, body, letter, stop }, sender)
    return transport.send({ ...composed, id: mail.id, to: mail.to, at: clock(), letter, stop })
  },
  atOnce: 1,
  leaseMs: 5 * SEND_TIMEOUT_MS,
  longestDelayMs: HOUR_MS,
  close: () => transport.close(),
})

/** `id` stays the same over attempts. */
export type Envelope = ComposedMail & {
  readonly id: string
  readonly to: string
  readonly at: Date
  readonly letter?: Letter | undefined
  readonly stop?: string | undefined
}

/** `send` never rejects, and ends within {@link SEND_TIMEOUT_MS}. */
export type MailTransport = {
  readonly kind: 'smtp' | 'outbox'
  send(mail: Envelope): Promise<Attempt>
  close(): void
}

export const SEND_TIMEOUT_MS = 120_000
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 30_000

export type TransportOptions = { readonly brand: string; readonly mailFrom: string }

const stopHeaders = (stop: string | undefined) =>
  stop === undefined ? {} : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const messageOf = (mail: Envelope, { brand, mailFrom }: TransportOptions) => ({
  from: { name: mail.letter?.from ?? brand, address: mailFrom },
  ...(mail.letter?.replyTo !== undefined && { replyTo: { name: '', address: mail.letter.replyTo } }),
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: mail.at,
  messageId: `<${mail.id}@${mailFrom.split('@').at(-1)}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'Content-Language': languageOf(mail.letter),
    ...stopHeaders(mail.stop),
  },
  // Nothing that a mail says is read from this machine or from an address.
  disableFileAccess: true,
  disableUrlAccess: true,
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const FIRST_PERMANENT_REPLY = 500

const BEYOND_ASCII = /[\u0080-\uffff]/

/**
 * Final: the server's words on this mail or recipient. Our wrong password may be corrected. Names
 * SMTPUTF8 (RFC 6531) where `to` needs it (M-MAIL-26).
 */
const failed = (error: unknown, to: string): Attempt => {
  const { code, responseCode } = isRecord(error) ? error : {}
  const reply = typeof responseCode === 'number' ? responseCode : 0
  const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutTheMail && reply >= FIRST_PERMANENT_REPLY
  const words = [typeof code === 'string' ? code : 'unknown', ...(reply > 0 ? [String(reply)] : [])]
  if (isFinal && BEYOND_ASCII.test(to)) words.push('(needs SMTPUTF8)')
  return { status: isFinal ? 'refused' : 'deferred', failure: words.join(' ') }
}

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

const smtpOptions = (url: string) => {
  const { hostname, username } = new URL(url)
  return {
    url,
    requireTLS: username !== '' && !isLoopback(hostname),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  }
}

/** Connects, starts TLS and logs in; sends nothing. Rejects on failure. */
export const verifySmtp = async (url: string): Promise<void> => {
  const transport = createTransport(smtpOptions(url))
  await transport.verify().finally(() => transport.close())
}

/**
 * `smtp://user:password@host:587` or `smtps://host`. TLS where offered; passwords over the network
 * demand it.
 */
export const createSmtpTransport = (url: string, options: TransportOptions): MailTransport => {
  const transport = createTransport(smtpOptions(url))
  return {
    kind: 'smtp',
    send: async (mail) => {
      try {
        await transport.sendMail({ ...messageOf(mail, options), signal: AbortSignal.timeout(SEND_TIMEOUT_MS) })
        return { status: 'sent' }
      } catch (error) {
        return failed(error, mail.to)
      }
    },
    close: () => transport.close(),
  }
}

const asItIs = (type: string, text: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text.replaceAll('\n', '\r\n')}`,
})

/** `.eml` files (RFC 5322), readable by the process's user alone. Names sort by time (M-MAIL-3). */
export const createOutboxTransport = (folder: string, options: TransportOptions): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    kind: 'outbox',
    send: async (mail) => {
      try {
        const { message } = await transport.sendMail({
          ...messageOf(mail, options),
          text: asItIs('text/plain', mail.text),
          html: asItIs('text/html', mail.html),
        })
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const name = `${mail.at.toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}.eml`
        // Whoever watches the folder sees whole files alone.
        const unfinished = join(folder, `.${randomUUID()}`)
        await writeFile(unfinished, message, { mode: 0o600 })
        const file = join(folder, name)
        await rename(unfinished, file)
        return { status: 'written', file }
      } catch (error) {
        return failed(error, mail.to)
      }
    },
    close: () => undefined,
  }
}

export type MailSettings = TransportOptions & { readonly smtpUrl: string | undefined; readonly dataDir: string }

export const createMailTransport = (settings: MailSettings): MailTransport =>
  settings.smtpUrl === undefined
    ? createOutboxTransport(join(settings.dataDir, OUTBOX_FOLDER), settings)
    : createSmtpTransport(settings.smtpUrl, settings)
